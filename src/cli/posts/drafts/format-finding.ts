import { apart } from '#src/redaction/edits.ts';
import type { Finding } from '#src/redaction/finding.ts';
import { oneLine } from '#src/text/clip.ts';

/** Enough to see how it is meant. */
const PLACES = 3;

/** One open finding for the owner's own terminal. The value of a secret or a home path is not in it. */
export function formatFinding(
  { kind, class: severity, value, replacement, places }: Finding,
  position: string,
): string {
  const shown = severity === 'must' ? '' : ` ${JSON.stringify(value)}`;
  const why = severity === 'must' ? 'must be decided' : 'perhaps private';
  const lines = places
    .slice(0, PLACES)
    .map(
      ({ place, before, after }) => `  ${place}: ${oneLine(`…${before}${apart(before, replacement, after)}${after}…`)}`,
    );
  const more = places.length > PLACES ? [`  and ${places.length - PLACES} more`] : [];
  return [`${position}: ${kind}${shown} (${why})`, ...lines, ...more].join('\n');
}

/** Findings as JSON, by kind and place alone: what is around them may be private too. */
export function listedFindings(findings: readonly Finding[]): object[] {
  return findings.map(({ kind, class: severity, mayKeep, decision, places }) => ({
    kind,
    class: severity,
    may_keep: mayKeep,
    decision,
    places: [...new Set(places.map(({ place }) => place))],
  }));
}
