import type { Query } from './query.ts';
import { isQueryKey, tagWord } from './query-words.ts';

/**
 * A query as it would be typed; reading it again gives the same query. Text comes first, then what
 * narrows it.
 */
export function formatQuery(query: Query): string {
  return [
    ...query.words,
    ...query.phrases.map((phrase) => `"${phrase}"`),
    ...query.without.map((text) => `-${needsQuotes(text) ? `"${text}"` : text}`),
    ...query.tags.map((tag) => `tag:${tagWord(tag)}`),
    ...query.projects.map((name) => `project:${quoted(name)}`),
    ...query.branches.map((name) => `branch:${quoted(name)}`),
    ...query.tasks.map((task) => `task:${quoted(task)}`),
    ...query.sessions.map((name) => `session:${quoted(name)}`),
    ...query.months.map((month) => `month:${month}`),
    ...(query.since === null ? [] : [`since:${query.since}`]),
    ...(query.until === null ? [] : [`until:${query.until}`]),
    ...(query.kind === null ? [] : [`kind:${query.kind}`]),
  ].join(' ');
}

function quoted(value: string): string {
  return /\s/.test(value) ? `"${value.replaceAll('"', '')}"` : value;
}

function needsQuotes(text: string): boolean {
  const key = /^([A-Za-z]+):/.exec(text)?.[1]?.toLowerCase();
  return /\s/.test(text) || text.startsWith('-') || (key !== undefined && isQueryKey(key));
}
