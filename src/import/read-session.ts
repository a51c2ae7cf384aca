import { compare } from '../value/compare.ts';
import type { Candidate } from './candidate.ts';
import type { FrictionKind } from './friction.ts';
import type { MemoryWrite } from './memory-writes.ts';

/** What transcripts say of one session. */
export interface ReadSession {
  id: string;
  /** What a person asked for, in order. */
  prompts: SessionPrompt[];
  candidates: Candidate[];
  writes: MemoryWrite[];
  /** Ordinary friction by kind. */
  friction: ReadonlyMap<FrictionKind, number>;
  /** How many lines stand between the first prompt and its answer: the host keeps books there, which no copy has. */
  books: number;
  /** Prompts of a time that nothing tells; they are not among the others. */
  untimed: number;
}

export interface SessionPrompt {
  id: string;
  /** Of its time and text: the same in a copy whose ids were made anew. */
  key: string;
  /** Milliseconds since 1970. */
  at: number;
  file: string;
  line: number;
  /** How it begins. */
  text: string;
  cwd: string;
  branch: string | null;
  isHeadless: boolean;
}

/** A session with what another transcript says of it, as a resumed session of old versions is in several. */
export function mergedSession(a: ReadSession, b: ReadSession): ReadSession {
  const [, added = b] = ownParts([a, b]);
  const friction = new Map(a.friction);
  const isCopied = b.prompts.length > 0 && added.prompts.length === 0;
  if (!isCopied) for (const [kind, times] of b.friction) friction.set(kind, (friction.get(kind) ?? 0) + times);
  return {
    id: a.id,
    prompts: [...a.prompts, ...added.prompts].sort((one, other) => one.at - other.at),
    candidates: [...a.candidates, ...added.candidates],
    writes: [...a.writes, ...added.writes],
    friction,
    books: Math.max(a.books, b.books),
    untimed: Math.max(a.untimed, b.untimed),
  };
}

/**
 * Originals before their copies: these keep the times of what they copied, lack the host's books, and are made later. Where
 * none of that tells, as on a disk that was restored, the shorter one comes first: most forks go on.
 */
export function byOrigin<Session extends ReadSession & { bornMs: number }>(sessions: readonly Session[]): Session[] {
  const beginning = ({ prompts }: ReadSession) => prompts[0]?.at ?? Number.POSITIVE_INFINITY;
  return sessions.toSorted(
    (a, b) =>
      compare(beginning(a), beginning(b)) ||
      compare(b.books, a.books) ||
      compare(a.bornMs, b.bornMs) ||
      compare(a.prompts.length, b.prompts.length),
  );
}

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
