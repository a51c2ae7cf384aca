/**
 * The filters of the sessions page, as in its address and its form. `tag` is the tag's short name; `from` and `to` are
 * days, both inclusive. `system` is where imported sessions came from, and `recorded` means those that were not imported.
 *
 *     /sessions/?project=larder&tag=miss&from=2026-10-01
 */
export type SessionFilter = Partial<
  Record<'project' | 'tag' | 'branch' | 'task' | 'from' | 'to' | 'system' | 'machine', string>
>;

/** The value of `system` for sessions that were not imported. */
export const RECORDED = 'recorded';

/** The facts that filters compare. */
export interface FilteredFacts {
  /** The project's slug. */
  project: string;
  branch: string;
  task: string;
  date: string;
  /** A letter for each tag among its events. */
  tags: string;
  /** The system that it was imported from; empty for most. */
  system: string;
  /** The name of the archive that it is in; empty for most. */
  machine: string;
}

/** The matching sessions, in their order. A branch or task matches as a whole if one is equal, otherwise as a part. */
export function matching<Facts extends FilteredFacts>(sessions: readonly Facts[], filter: SessionFilter): Facts[] {
  const { project, tag, from = '', to, system, machine } = filter;
  const isOfBranch = naming(sessions, 'branch', filter.branch);
  const isOfTask = naming(sessions, 'task', filter.task);
  return sessions.filter(
    (session) =>
      (!project || session.project === project) &&
      (!tag || session.tags.includes(tagLetter(tag))) &&
      session.date >= from &&
      (!to || session.date <= to) &&
      (!system || session.system === (system === RECORDED ? '' : system)) &&
      (!machine || session.machine === machine) &&
      isOfBranch(session) &&
      isOfTask(session),
  );
}

/** The letter for a tag, from its short name. No two short names start with the same letter. */
export function tagLetter(word: string): string {
  return word.charAt(0);
}

function naming(sessions: readonly FilteredFacts[], key: 'branch' | 'task', text = '') {
  const typed = text.trim().toLowerCase();
  const ofSession = (session: FilteredFacts) => session[key].toLowerCase();
  const isWhole = typed !== '' && sessions.some((session) => ofSession(session) === typed);
  return (session: FilteredFacts) => (isWhole ? ofSession(session) === typed : ofSession(session).includes(typed));
}
