/** The head of the index of names: what does not grow with the sessions, and which parts there are. */

import { byPeriod } from '../archive/session-periods.ts';
import type { UnreadSession } from '../archive/unread-sessions.ts';
import type { Session } from '../chronicle/session.ts';
import { ruleState } from '../memory/effect/memory-standing.ts';
import type { BookEntry } from '../memory/page/memory-book.ts';

export interface PaletteHead {
  /** `YYYY-MM-DD`: days of its year are shown without the year. */
  today: string;
  /** The names of the parts, newest first. */
  periods: string[];
  projects: [slug: string, name: string, sessions: number, fileParts: number][];
  /** Sessions that could not be read, where a project is known. */
  unread: [project: string, branch: string, task: string, month: string][];
  rules: [
    file: string,
    title: string,
    project: string,
    state: string,
    address: string,
    date: string,
    changes: [did: string, task: string][],
  ][];
  drafts: HeadDraft[];
  pages: HeadPage[];
}

export type HeadDraft = [name: string, state: string, address: string];

/** A page whose name comes from the archive or the guide. `#` finds one that is a subject; `words` are those of its text. */
export type HeadPage = [name: string, about: string, address: string, isSubject: 0 | 1, words?: string];

interface Given {
  today: string;
  /** Newest first. */
  sessions: readonly Session[];
  projects: readonly { project: Session['project']; sessions: readonly Session[] }[];
  /** The number of pages for a project's files, by slug. */
  fileParts: ReadonlyMap<string, number>;
  unread: readonly UnreadSession[];
  rules: readonly BookEntry[];
  drafts: readonly HeadDraft[];
  pages: readonly HeadPage[];
}

/** The most changes of a rule: the newest. */
const MOST_CHANGES = 6;
const DID: Record<string, string> = { new: 'written', strengthen: 'strengthened', stale: 'marked as stale' };

export function paletteHead({
  today,
  sessions,
  projects,
  fileParts,
  unread,
  rules,
  drafts,
  pages,
}: Given): PaletteHead {
  const tasks = new Map(sessions.map(({ id, chronicle }) => [id, chronicle.frontMatter.task]));
  return {
    today,
    periods: byPeriod(sessions).map(([period]) => period),
    projects: projects.map(({ project: { slug, name }, sessions: own }) => [
      slug,
      name,
      own.length,
      fileParts.get(slug) ?? 1,
    ]),
    unread: unread.flatMap(({ project, branch, task, date }): PaletteHead['unread'] => {
      return project ? [[project.slug, branch, task, date.slice(0, 7)]] : [];
    }),
    rules: rules.flatMap(({ standing, title, address }) => {
      const { history, exists } = standing;
      if (address === null || !exists) return [];
      const last = history.changes.at(-1)?.at ?? history.born?.at ?? '';
      const changes = history.changes.toReversed().flatMap(({ action, session_id }): [string, string][] => {
        const task = tasks.get(session_id ?? '') ?? '';
        return task === '' ? [] : [[DID[action] ?? 'changed', task]];
      });
      return [
        [
          history.file,
          title,
          history.project.slug,
          ruleState(standing),
          address,
          last.slice(0, 10),
          changes.slice(0, MOST_CHANGES),
        ],
      ];
    }),
    drafts: [...drafts],
    pages: [...pages],
  };
}
