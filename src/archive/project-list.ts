/** The projects of an archive, as a list shows them. */
import { isAttended, isEmptySession, type Session } from '../format/session.ts';
import type { Project } from '../lib/project.ts';
import { memoised } from '../lib/memo.ts';

export interface ListedProject {
  project: Project;
  /** Newest first; at least one. */
  sessions: Session[];
  /** The days of its first and last session, local `YYYY-MM-DD`. */
  first: string;
  last: string;
  /** The last session in which anything happened, with a person if there is one. */
  latest: Session;
}

/** The projects of `sessions`, given newest first; the project with the newest session first. */
export const projectList = memoised((sessions: readonly Session[]): ListedProject[] => {
  const projects = Map.groupBy(sessions, ({ project }) => project.slug);
  return [...projects.values()].flatMap((own) => listed(own) ?? []);
});

function listed(own: Session[]): ListedProject | null {
  const [newest] = own;
  if (!newest) return null;
  return {
    project: newest.project,
    sessions: own,
    first: own.at(-1)?.chronicle.frontMatter.date ?? '',
    last: newest.chronicle.frontMatter.date,
    latest:
      own.find((session) => isAttended(session) && !isEmptySession(session)) ??
      own.find((session) => !isEmptySession(session)) ??
      newest,
  };
}
