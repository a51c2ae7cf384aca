/**
 * What the sessions page is asked for, in its address and its form alike; what is not asked for is absent. `tag` is
 * the tag's short word; `from` and `to` are days and belong to the range.
 *
 *     /sessions/?project=larder&tag=miss&from=2026-10-01
 */
export type SessionFilter = Partial<Record<'project' | 'tag' | 'branch' | 'task' | 'from' | 'to', string>>;

/** What a session is filtered by. */
export interface FilteredFacts {
  /** The project's slug. */
  project: string;
  branch: string;
  task: string;
  date: string;
  /** A letter for each tag among its events. */
  tags: string;
}

/** Those that fit, in their order. A branch or task that is there is meant whole; else all that hold what was typed. */
export function fitting<Facts extends FilteredFacts>(sessions: readonly Facts[], filter: SessionFilter): Facts[] {
  const { project, tag, from = '', to } = filter;
  const isOfBranch = naming(sessions, 'branch', filter.branch);
  const isOfTask = naming(sessions, 'task', filter.task);
  return sessions.filter(
    (session) =>
      (!project || session.project === project) &&
      (!tag || session.tags.includes(tagLetter(tag))) &&
      session.date >= from &&
      (!to || session.date <= to) &&
      isOfBranch(session) &&
      isOfTask(session),
  );
}

/** The letter that stands for a tag, given its short word: they all begin differently. */
export function tagLetter(word: string): string {
  return word.charAt(0);
}

function naming(sessions: readonly FilteredFacts[], key: 'branch' | 'task', text = '') {
  const wanted = text.trim().toLowerCase();
  const ofSession = (session: FilteredFacts) => session[key].toLowerCase();
  const isWhole = wanted !== '' && sessions.some((session) => ofSession(session) === wanted);
  return (session: FilteredFacts) => (isWhole ? ofSession(session) === wanted : ofSession(session).includes(wanted));
}
