import type { Finding, FindingPlace } from '#src/redaction/finding.ts';

/** As many places as tell an author where to look. */
const PLACES = 4;

/** `GitHub token: title; event, line 12`, a line a finding. No value is in it. */
export function findingLines(findings: readonly Finding[]): string[] {
  return findings.map(({ kind, places }) => `${kind}: ${placesOf(places)}`);
}

/** The same with the values, for the owner's own terminal and for what may be meant only. */
export function shownFindingLines(findings: readonly Finding[]): string[] {
  return findings.map(({ kind, value, places }) => `${kind} ${JSON.stringify(value)}: ${placesOf(places)}`);
}

function placesOf(places: readonly FindingPlace[]): string {
  const all = [...new Set(places.map(({ place }) => place))];
  const more = all.length - PLACES;
  return `${all.slice(0, PLACES).join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}
