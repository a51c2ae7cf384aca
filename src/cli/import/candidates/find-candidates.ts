import {
  candidatesCalled,
  isRecordName,
  type ListedCandidate,
  listedCandidates,
} from '#src/archive/listed-candidates.ts';
import { provenanceOf } from '#src/chronicle/provenance.ts';
import type { Session } from '#src/chronicle/session.ts';
import type { Tag } from '#src/chronicle/tags.ts';
import { numberOfTags } from '#src/chronicle/tags.ts';
import { ofProject } from '#src/cli/archive/of-project.ts';
import { sessionNamed } from '#src/cli/archive/session-named.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import { type Day, isBetween } from '#src/search/query-day.ts';
import { suggestedTag, tagNamed } from '#src/search/query-words.ts';

/** The options that select candidates. */
export const FILTER_ARGS = {
  project: { type: 'string', valueHint: 'project', description: 'Only events of this project' },
  since: {
    type: 'string',
    valueHint: 'day',
    description: 'Only events of sessions since a day, such as 2026-10, yesterday or "last week"',
  },
  tag: { type: 'string', valueHint: 'tag', description: 'Only events with this tag, such as pivot' },
} as const;

export interface Filter {
  project?: string | undefined;
  since?: Day | null | undefined;
  tag?: string | undefined;
}

/** The candidates that match a filter, in the order of the sessions. Refuses an invalid filter. */
export function filteredCandidates(sessions: readonly Session[], { project, since, tag }: Filter): ListedCandidate[] {
  const onlyTag = tag === undefined ? null : readTag(tag);
  const selected = new Set(ofProject(sessions, project));
  return listedCandidates(sessions).filter(
    ({ session, event }) =>
      selected.has(session) &&
      isBetween(session.chronicle.frontMatter.date, since ?? null, null) &&
      (onlyTag === null || event.tag === onlyTag),
  );
}

/**
 * The candidates that the arguments name, each once: `2026-03-24-main#e-3f6c2a`, a record's id instead of the event's, or
 * `all` that match the filter. Refuses no arguments, `all` with others, a filter with ids (CHRONICLE_WRONG_USE), an
 * argument that is not a candidate (CHRONICLE_NO_CANDIDATE), and an ambiguous one (CHRONICLE_SEVERAL_CANDIDATES).
 */
export function findCandidates(
  sessions: readonly Session[],
  words: readonly string[],
  filter: Filter,
  command: string,
): ListedCandidate[] {
  const isAll = words.includes('all');
  const hasFilter = [filter.project, filter.since ?? undefined, filter.tag].some((each) => each !== undefined);
  if (words.length === 0 || (isAll ? words.length > 1 : hasFilter)) throw wrongUse(command);
  if (!isAll) return [...new Set(words)].map((word) => candidateNamed(sessions, word));
  const candidates = filteredCandidates(sessions, filter);
  if (candidates.length > 0) return candidates;
  throw new ChronicleError('CHRONICLE_NO_CANDIDATE', 'No unconfirmed events match. Nothing was changed.');
}

function candidateNamed(sessions: readonly Session[], word: string): ListedCandidate {
  const [name = '', id = ''] = word.split('#', 2);
  if (id === '') {
    throw new ChronicleError(
      'CHRONICLE_NO_CANDIDATE',
      `${word} is not an event. Name one by its session and id, such as 2026-03-24-main#e-3f6c2a. chronicle candidates list shows them. Nothing was changed.`,
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
      ? `${word} is not unconfirmed: it was logged, or confirmed before. Nothing was changed.`
      : `No event ${id} in ${session.path}. Nothing was changed.`,
  );
}

function severalCalled(word: string, name: string, called: readonly ListedCandidate[]): ChronicleError {
  const refs = called.map(({ ref }) => `${name}#${ref.slice(ref.indexOf('#') + 1)}`);
  return new ChronicleError(
    'CHRONICLE_SEVERAL_CANDIDATES',
    `${word} matches ${called.length} unconfirmed events: ${refs.join(', ')}. Use one of these. Nothing was changed.`,
  );
}

function readTag(word: string): Tag {
  const tag = tagNamed(word);
  if (tag) return tag;
  const near = suggestedTag(word);
  throw new ChronicleError(
    'CHRONICLE_BAD_TAG',
    `No tag ${word}. ${near ? `Did you mean ${near}?` : `chronicle tags explains the ${numberOfTags()}.`}`,
  );
}

function wrongUse(command: string): ChronicleError {
  return new ChronicleError(
    'CHRONICLE_WRONG_USE',
    `chronicle candidates ${command} takes events such as 2026-03-24-main#e-3f6c2a, or all, which you can narrow with --project, --since and --tag. Nothing was changed.`,
  );
}
