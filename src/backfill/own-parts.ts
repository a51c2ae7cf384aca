import type { ReadSession } from './read-session.ts';

/**
 * What is each session's own. A fork begins with a copy of its parent's records, which keep their ids and times; old
 * versions copied what they resumed. Given the original before its copies, a session that holds nothing but copies is
 * left without a prompt.
 */
export function ownParts(originalsFirst: readonly ReadSession[]): ReadSession[] {
  const claimed = new Set<string>();
  return originalsFirst.map((session) => {
    const prompts = session.prompts.filter(({ id, key }) => !claimed.has(id) && !claimed.has(key));
    const candidates = session.candidates.filter(({ tag, origin }) => !claimed.has(`${tag} ${origin.id}`));
    for (const { id, key } of session.prompts) claimed.add(id).add(key);
    for (const { tag, origin } of session.candidates) claimed.add(`${tag} ${origin.id}`);
    return { ...session, prompts, candidates };
  });
}
