import type { Session } from '#src/chronicle/session.ts';
import { keptParts } from '#src/value/kept-parts.ts';
import { memoised } from '#src/value/memo.ts';

/** Needs no quotes in any shell and does not look like an option. */
const PLAIN = /^[A-Za-z0-9_][A-Za-z0-9._/-]*$/;

/**
 * How a command line refers to a session: by name, with its project if another session has the same name, or by id if
 * the name has characters that a shell interprets.
 */
export function sessionReference({ project, name, id }: Session, sessions: readonly Session[]): string {
  const folded = name.toLowerCase();
  const isAlone = keptParts(sessions).reduce((sum, part) => sum + (countNames(part).get(folded) ?? 0), 0) < 2;
  const named = isAlone ? name : `${project.slug}/${name}`;
  return PLAIN.test(named) ? named : id;
}

/** How many sessions have each name. Commands ignore case. */
const countNames = memoised((sessions: readonly Session[]): Map<string, number> => {
  const made = new Map<string, number>();
  for (const { name } of sessions) made.set(name.toLowerCase(), (made.get(name.toLowerCase()) ?? 0) + 1);
  return made;
});
