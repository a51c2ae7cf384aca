import type { ReadSession } from './read-session.ts';

/**
 * What is each session's own. A fork begins with a copy of its parent's records, which keep their times and mostly their
 * ids; old versions copied what they resumed. Given the original before its copies, a session that holds nothing but copies
 * is left without a prompt.
 */
export function ownParts<Session extends ReadSession>(originalsFirst: readonly Session[]): Session[] {
  const claimed = new Set<string>();
  return originalsFirst.map((session) => {
    const parts = [...session.prompts, ...session.candidates, ...session.writes];
    const own = new Set(parts.filter((part) => !namesOf(part).some((name) => claimed.has(name))));
    for (const part of parts) for (const name of namesOf(part)) claimed.add(name);
    const isOwn = (part: Part) => own.has(part);
    const { prompts, candidates, writes } = session;
    return {
      ...session,
      prompts: prompts.filter(isOwn),
      candidates: candidates.filter(isOwn),
      writes: writes.filter(isOwn),
    };
  });
}

type Part = ReadSession['prompts' | 'candidates' | 'writes'][number];

/** What a part and its copies are known by: the record's id, and what is the same where ids were made anew. */
function namesOf(part: Part): string[] {
  if ('key' in part) return [part.id, part.key];
  if ('tag' in part) {
    const { tag, text, origin } = part;
    return [`${tag} ${origin.id}`, `${tag} ${origin.at} ${text}`];
  }
  const { record, nth, at, file } = part;
  return [`${record} ${nth}`, `${file} ${at} ${nth}`];
}
