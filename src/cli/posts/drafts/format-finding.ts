import type { Card } from '#src/cli/terminal/review.ts';
import { apart } from '#src/redaction/edits.ts';
import type { Finding } from '#src/redaction/finding.ts';
import { oneLine } from '#src/lib/text/clip.ts';
import { counted } from '#src/lib/text/day.ts';

/** How many places of a finding are printed. */
const PLACES = 3;

/** A finding for review, without the value of a secret or home path. */
export function findingCard({ kind, why, class: severity, value, replacement, places }: Finding): Card {
  const listed = places
    .slice(0, PLACES)
    .map(
      ({ place, before, after }) => `${place}: ${oneLine(`…${before}${apart(before, replacement, after)}${after}…`)}`,
    );
  const more = places.length > PLACES ? [`and ${places.length - PLACES} more`] : [];
  return {
    name: kind,
    about: severity === 'must' ? 'must be decided' : 'may be private',
    title: severity === 'must' ? `Replaced by ${replacement}` : `${JSON.stringify(value)}, replaced by ${replacement}`,
    details: [`It ${why}.`],
    evidence: { from: counted(places.length, 'place'), lines: [...listed, ...more] },
  };
}

/** Findings as JSON, with their kinds and places only: the text around them may be private too. */
export function listedFindings(findings: readonly Finding[]): object[] {
  return findings.map(({ kind, why, class: severity, mayKeep, decision, places }) => ({
    kind,
    why,
    class: severity,
    may_keep: mayKeep,
    decision,
    places: [...new Set(places.map(({ place }) => place))],
  }));
}
