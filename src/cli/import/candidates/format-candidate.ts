import type { TranscriptPlace } from '#src/chronicle/provenance.ts';
import { clip, oneLine } from '#src/text/clip.ts';
import type { ListedCandidate } from './listed-candidate.ts';

const LONGEST = { text: 200, detail: 200 };
/** What backfill writes of an event beside its evidence is less. */
const MOST_DETAILS = 12;
const EVIDENCE = /^(?:candidate|transcript): /;

/** Two lines a candidate: its name with tag and text, and where its evidence stands. */
export function formatCandidates(candidates: readonly ListedCandidate[]): string {
  return candidates
    .map(({ ref, session, event, place }) =>
      [
        `${ref}  [${event.tag}] ${clip(oneLine(event.text), LONGEST.text)}`,
        `  ${session.project.slug}, ${whenOf(session.chronicle.frontMatter.date, event)}, ${placeWords(place)}`,
      ].join('\n'),
    )
    .join('\n');
}

/** A candidate as a person is asked about it; `evidence` is what its record says, null where that is gone. */
export function formatAsked(
  { ref, session, event, place }: ListedCandidate,
  evidence: readonly string[] | null,
  position: string,
): string {
  const details = event.details.split('\n').filter((line) => line !== '' && !EVIDENCE.test(line));
  return [
    `${position}: ${ref}, ${session.project.slug}, ${whenOf(session.chronicle.frontMatter.date, event)}`,
    `[${event.tag}] ${event.text}`,
    ...details.slice(0, MOST_DETAILS).map((line) => `  ${clip(line, LONGEST.detail)}`),
    evidence === null
      ? `Evidence: ${placeWords(place)}, which is gone or says something else.`
      : `Evidence: ${placeWords(place)}`,
    ...(evidence ?? []).map((line) => `  ${line}`),
  ].join('\n');
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

function placeWords(place: TranscriptPlace | null): string {
  return place === null ? 'no place in a transcript' : `${place.file} line ${place.line}`;
}
