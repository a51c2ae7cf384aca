import type { Session } from './session.ts';

/** Another text whenever a list of sessions, or what is drawn of their events, would show this one otherwise. */
export function sessionVersion({ project, name, digest }: Session): string {
  return `${project.slug}/${name} ${project.name} ${digest}`;
}
