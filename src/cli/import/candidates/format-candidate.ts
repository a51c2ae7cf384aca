import type { ListedCandidate } from '#src/archive/listed-candidates.ts';
import type { TranscriptPlace } from '#src/chronicle/provenance.ts';
import type { Card } from '#src/cli/terminal/review.ts';
import { bold, dim, joined, line, type Text, tagged } from '#src/cli/terminal/text.ts';
import { measureOf, wrap } from '#src/cli/terminal/wrap.ts';
import type { EvidenceLine } from '#src/node/import/candidates/evidence.ts';
import { clip, oneLine } from '#src/text/clip.ts';

const LONGEST = { text: 200, detail: 200 };
/** Backfill writes fewer details than this. */
const MOST_DETAILS = 12;
const EVIDENCE = /^(?:candidate|transcript): /;

/** Two lines per event: its name, tag and text, then its session and evidence. */
export function formatCandidates(candidates: readonly ListedCandidate[], width: number): Text {
  return joined(
    candidates.flatMap(({ ref, session, event, place }) => {
      const when = whenOf(session.chronicle.frontMatter.date, event);
      return [
        wrap(line`${dim(ref)}  [${tagged(event.tag)}] ${clip(oneLine(event.text), LONGEST.text)}`, measureOf(width)),
        wrap(dim(`${session.project.slug}, ${when}, ${placeWords(place)}`), measureOf(width), { indent: 2 }),
      ];
    }),
  );
}

/** A candidate for review; `evidence` is what its transcript says there, null if that is gone. */
export function candidateCard(
  { ref, session, event, place }: ListedCandidate,
  evidence: readonly EvidenceLine[] | null,
): Card {
  const details = event.details.split('\n').filter((line) => line !== '' && !EVIDENCE.test(line));
  const from = placeWords(place);
  return {
    name: ref,
    about: `${session.project.slug}, ${whenOf(session.chronicle.frontMatter.date, event)}`,
    title: line`[${tagged(event.tag)}] ${event.text}`,
    details: details.slice(0, MOST_DETAILS).map((each) => clip(each, LONGEST.detail)),
    evidence: {
      from: evidence ? from : `${from} (deleted or changed since)`,
      lines: (evidence ?? []).map(evidenceText),
    },
  };
}

/** A candidate for a script. */
export function candidateEntry({ ref, session, event, record, place }: ListedCandidate): Record<string, unknown> {
  return {
    ref,
    session: session.id,
    project: session.project.slug,
    date: event.date,
    time: event.time,
    tag: event.tag,
    text: event.text,
    record,
    transcript: place && `${place.file}:${place.line}`,
    path: session.path,
    line: event.line,
  };
}

function whenOf(sessionDate: string, { date, time }: ListedCandidate['event']): string {
  return [date || sessionDate, ...(time === null ? [] : [time])].join(' ');
}

function evidenceText({ line: number, who, text, isFound }: EvidenceLine): Text {
  return isFound ? bold(`> ${number} ${who}: ${text}`) : `  ${number} ${who}: ${text}`;
}

function placeWords(place: TranscriptPlace | null): string {
  return place === null ? 'no transcript' : `${place.file} line ${place.line}`;
}
