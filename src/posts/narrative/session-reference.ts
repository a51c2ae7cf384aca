import type { Session } from '#src/format/session.ts';
import { memoised } from '#src/lib/memo.ts';

/** Needs no quotes in any shell and does not look like an option. */
const PLAIN = /^[A-Za-z0-9_][A-Za-z0-9._/-]*$/;

/**
 * How a command line refers to a session: by name, with its project if another session has the same name, or by id if
 * the name has characters that a shell interprets.
 */
export function sessionReference({ project, name, id }: Session, sessions: readonly Session[]): string {
  const named = sharedNames(sessions).has(name.toLowerCase()) ? `${project.slug}/${name}` : name;
  return PLAIN.test(named) ? named : id;
}

/** The names that several sessions have, in lower case: commands ignore case. */
const sharedNames = memoised((sessions: readonly Session[]): ReadonlySet<string> => {
  const [seen, shared] = [new Set<string>(), new Set<string>()];
  for (const name of sessions.map((each) => each.name.toLowerCase())) (seen.has(name) ? shared : seen).add(name);
  return shared;
});
