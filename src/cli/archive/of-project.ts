import type { Session } from '#src/format/session.ts';
import type { RecordIndex } from '#src/index/index.ts';
import { projectNamed } from '#src/lib/project.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { nearestOf } from '#src/lib/nearest.ts';

/** The sessions of the project given as `--project`, or all without it. Refuses an unknown project (CHRONICLE_NO_PROJECT). */
export function ofProject(sessions: readonly Session[], project: string | undefined): readonly Session[] {
  if (project === undefined || sessions.length === 0) return sessions;
  const slug = slugNamed({ projects: () => sessions.map((session) => session.project) }, project);
  return sessions.filter((session) => session.project.slug === slug);
}

/** The slug of the project given as `--project`. Refuses an unknown project (CHRONICLE_NO_PROJECT). */
export function slugNamed(known: Pick<RecordIndex, 'projects'>, project: string): string {
  const projects = known.projects();
  const found = projectNamed(projects, project);
  if (found) return found.slug;
  const names = [...new Set(projects.map(({ name }) => name))].sort();
  const nearest = nearestOf(project, names);
  const advice = nearest ? `Did you mean ${nearest}?` : `The projects are ${names.slice(0, 20).join(', ')}.`;
  throw new ChronicleError('CHRONICLE_NO_PROJECT', `There is no project ${project}. ${advice}`);
}
