import type { Session } from '#src/chronicle/session.ts';
import { memoised } from '#src/value/memo.ts';

/** Needs no quotes in any shell, and is no option. */
const PLAIN = /^[A-Za-z0-9_][A-Za-z0-9._/-]*$/;

/**
 * How a command is told which of these sessions is meant: by its name, with its project where another has the same
 * name; by its id, which is plain, where a shell would read more into the name than is meant.
 */
export function sessionReference({ project, name, id }: Session, sessions: readonly Session[]): string {
  const isAlone = (countNames(sessions).get(name.toLowerCase()) ?? 0) < 2;
  const named = isAlone ? name : `${project.slug}/${name}`;
  return PLAIN.test(named) ? named : id;
}

/** How many sessions have each name, which commands compare without case. */
const countNames = memoised((sessions: readonly Session[]): Map<string, number> => {
  const made = new Map<string, number>();
  for (const { name } of sessions) made.set(name.toLowerCase(), (made.get(name.toLowerCase()) ?? 0) + 1);
  return made;
});
