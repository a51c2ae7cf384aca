import { provenanceOf } from '#src/chronicle/provenance.ts';
import type { Session } from '#src/chronicle/session.ts';
import type { Tag } from '#src/chronicle/tags.ts';
import { numberOfTags } from '#src/chronicle/tags.ts';
import { ofProject } from '#src/cli/archive/of-project.ts';
import { sessionNamed } from '#src/cli/archive/session-named.ts';
import { readSince } from '#src/cli/option-values.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import { isBetween } from '#src/search/query-day.ts';
import { suggestedTag, tagNamed } from '#src/search/query-words.ts';
import { candidatesCalled, isRecordName, type ListedCandidate, listedCandidates } from './listed-candidate.ts';

/** Which candidates a command is about. */
export const FILTER_ARGS = {
  project: { type: 'string', valueHint: 'project', description: 'Only candidates of this project' },
  since: {
    type: 'string',
    valueHint: 'day',
    description: 'Only candidates of sessions from this year, month or day on, such as 2026-10',
  },
  tag: { type: 'string', valueHint: 'tag', description: 'Only candidates with this tag, such as pivot' },
} as const;

export interface Filter {
  project?: string | undefined;
  since?: string | undefined;
  tag?: string | undefined;
}

/** The candidates that a filter leaves, of the sessions in their order. Refuses a filter that means nothing. */
export function filteredCandidates(sessions: readonly Session[], { project, since, tag }: Filter): ListedCandidate[] {
  const from = readSince(since);
  const wantedTag = tag === undefined ? null : readTag(tag);
  const wanted = new Set(ofProject(sessions, project));
  return listedCandidates(sessions).filter(
    ({ session, event }) =>
      wanted.has(session) &&
      isBetween(session.chronicle.frontMatter.date, from, null) &&
      (wantedTag === null || event.tag === wantedTag),
  );
}

/**
 * The candidates that words name, each once: `2026-03-24-main#e-3f6c2a`, the record instead of the event's id, or `all` that the
 * filter leaves. Refuses no words, `all` beside others, a filter beside ids (CHRONICLE_WRONG_USE), what is no candidate
 * (CHRONICLE_NO_CANDIDATE), and what may be several (CHRONICLE_SEVERAL_CANDIDATES).
 */
export function findCandidates(
  sessions: readonly Session[],
  words: readonly string[],
  filter: Filter,
  command: string,
): ListedCandidate[] {
  const isAll = words.includes('all');
  const hasFilter = [filter.project, filter.since, filter.tag].some((each) => each !== undefined);
  if (words.length === 0 || (isAll ? words.length > 1 : hasFilter)) throw wrongUse(command);
  if (!isAll) return [...new Set(words)].map((word) => candidateNamed(sessions, word));
  const candidates = filteredCandidates(sessions, filter);
  if (candidates.length > 0) return candidates;
  throw new ChronicleError('CHRONICLE_NO_CANDIDATE', 'There is no such candidate. Nothing was written.');
}

function candidateNamed(sessions: readonly Session[], word: string): ListedCandidate {
  const [name = '', id = ''] = word.split('#', 2);
  if (id === '') {
    throw new ChronicleError(
      'CHRONICLE_NO_CANDIDATE',
      `${word} names no event: that is a session's name and the event's id, such as 2026-03-24-main#e-3f6c2a. chronicle candidates list prints them. Nothing was written.`,
    );
  }
  const session = sessionNamed(sessions, name);
  const called = candidatesCalled(listedCandidates([session]), id);
  const [candidate] = called;
  if (called.length > 1) throw severalCalled(word, name, called);
  if (candidate && (candidate.event.id === id || isRecordName(candidate.record, id)))
    return { ...candidate, ref: word };
  const isEvent = session.chronicle.events.some(
    (event) => event.id === id || isRecordName(provenanceOf(event)?.record ?? null, id),
  );
  throw new ChronicleError(
    'CHRONICLE_NO_CANDIDATE',
    isEvent
      ? `${word} is no candidate: it was logged or has been confirmed. Nothing was written.`
      : `There is no event ${id} in ${session.path}. Nothing was written.`,
  );
}

function severalCalled(word: string, name: string, called: readonly ListedCandidate[]): ChronicleError {
  const refs = called.map(({ ref }) => `${name}#${ref.slice(ref.indexOf('#') + 1)}`);
  return new ChronicleError(
    'CHRONICLE_SEVERAL_CANDIDATES',
    `${word} may be each of ${called.length} candidates: ${refs.join(', ')}. Name one so. Nothing was written.`,
  );
}

function readTag(word: string): Tag {
  const tag = tagNamed(word);
  if (tag) return tag;
  const near = suggestedTag(word);
  throw new ChronicleError(
    'CHRONICLE_BAD_TAG',
    `There is no tag ${word}. ${near ? `Did you mean ${near}?` : `chronicle tags prints the ${numberOfTags()}.`}`,
  );
}

function wrongUse(command: string): ChronicleError {
  return new ChronicleError(
    'CHRONICLE_WRONG_USE',
    `chronicle candidates ${command} takes candidates, such as 2026-03-24-main#e-3f6c2a, or the word all alone, which --project, --since and --tag narrow. Nothing was written.`,
  );
}
