/** What is a copy: a record that was read before, and the part of a session that another one has, too. */
import { dirname } from 'node:path';
import { compare } from '#src/lib/compare.ts';
import { namesIn } from '#src/lib/names-in.ts';
import { READ as FLAGS, readBeginning } from '#src/lib/read-file.ts';
import { shortHash } from '#src/lib/hash.ts';
import type { HarvestedFacts } from './facts.ts';
import { type TranscriptRecord, wordOf } from './records.ts';

/** What a survey of all transcripts shows of a session. */
export interface SurveyedSession {
  id: string;
  /** In order. */
  prompts: SessionPrompt[];
  /** How many lines are between the first prompt and its answer: the host's bookkeeping, which copies do not have. */
  bookkeeping: number;
  /** How many prompts have no known time. They are not in `prompts`. */
  untimed: number;
}

export interface SessionPrompt {
  id: string;
  /** Digest of its time and text: equal in a copy with new ids. */
  key: string;
  /** Milliseconds since 1970. */
  at: number;
  file: string;
  line: number;
  cwd: string;
  branch: string | null;
  isHeadless: boolean;
}

/** Merges what two transcripts say about a session. In old versions, a resumed session has several transcripts. */
export function mergedSession(a: SurveyedSession, b: SurveyedSession): SurveyedSession {
  const [, added = b] = ownParts([a, b]);
  return {
    id: a.id,
    prompts: [...a.prompts, ...added.prompts].sort((one, other) => one.at - other.at),
    bookkeeping: Math.max(a.bookkeeping, b.bookkeeping),
    untimed: Math.max(a.untimed, b.untimed),
  };
}

/**
 * Sorts originals before their copies. A copy keeps the times of what it copied, has no bookkeeping of the host, and is
 * created later. If all that is equal, as on a restored disk, the shorter one comes first, since most forks go on.
 */
export function byOrigin<Session extends SurveyedSession & { bornMs: number }>(
  sessions: readonly Session[],
): Session[] {
  const beginning = ({ prompts }: SurveyedSession) => prompts[0]?.at ?? Number.POSITIVE_INFINITY;
  return sessions.toSorted(
    (a, b) =>
      compare(beginning(a), beginning(b)) ||
      compare(b.bookkeeping, a.bookkeeping) ||
      compare(a.bornMs, b.bornMs) ||
      compare(a.prompts.length, b.prompts.length),
  );
}

/**
 * Removes copied parts from each session. A fork begins with a copy of its parent's records, which keep their times and
 * mostly their ids; old versions also copied a session to resume it. Expects originals before their copies. A session
 * with only copied parts is left without a prompt.
 */
export function ownParts<Session extends SurveyedSession>(originalsFirst: readonly Session[]): Session[] {
  const claimed = new Set<string>();
  return originalsFirst.map((session) => {
    const prompts = session.prompts.filter(({ id, key }) => !claimed.has(id) && !claimed.has(key));
    // A copy has the same record id, or with new ids the same time and text.
    for (const { id, key } of session.prompts) claimed.add(id).add(key);
    return { ...session, prompts };
  });
}

/** How much of a text tells records apart. */
const READ = 120;

/**
 * Which records were read. Some transcripts have each line twice; programs that drive Claude Code write the whole history
 * again before each turn, with new ids and the old times.
 */
export class SeenRecords {
  readonly #seen = new Set<number>();
  readonly #comparesAll: boolean;

  /** `comparesAll` is false if only the contents of a person's messages are compared, which takes less time. */
  constructor(comparesAll = true) {
    this.#comparesAll = comparesAll;
  }

  /** Whether a record was read before. Notes it if not. One without id, and without words at a known time, never was. */
  isAgain(record: TranscriptRecord): boolean {
    const isCompared = this.#comparesAll || (record.type === 'user' && record.results.length === 0);
    const content = isCompared ? contentOf(record) : '';
    // Numbers, since a transcript may have hundreds of thousands of records.
    const keys = [record.uuid, content].filter((key) => key !== '').map(shortHash);
    if (keys.some((key) => this.#seen.has(key))) return true;
    for (const key of keys) this.#seen.add(key);
    return false;
  }

  /** Whether a record with this id was read. */
  hasId(uuid: string): boolean {
    return this.#seen.has(shortHash(uuid));
  }
}

/** What a record shares with a copy that has a new id; empty if too little. */
function contentOf({ at, type, answer, texts, calls, results }: TranscriptRecord): string {
  const [[text = ''], [call], [result]] = [texts, calls, results];
  if (at === null || (text === '' && call === undefined && result === undefined)) return '';
  const target = call && (wordOf(call.input.command) ?? wordOf(call.input.file_path) ?? '');
  return [
    ...[at, type, answer?.id, text.slice(0, READ), texts.length, call?.id, call?.name, target?.slice(0, READ)],
    ...[result?.callId, result?.text.slice(0, READ)],
  ].join('\n');
}

/** A session of its own starts at most this long after its chronicle (ms). */
const SLACK = 60_000;
/** Where a transcript has its first prompt, after what the host writes before it (bytes). */
const BEGINNING = 512 * 1024;
/** More transcripts of a project are not looked into. */
const MOST_LOOKS = 300;

/**
 * Whether a session that began then (ms) has a transcript that begins with a copy of another one's, as with a fork, or with a
 * session that old versions of Claude Code resumed: its first prompt is older than the session, and is in another transcript
 * of the project. An only session with old prompts was running before session-chronicle was installed.
 */
export function isCopied(
  { prompts: [first] }: HarvestedFacts,
  files: readonly { path: string }[],
  began: number,
): boolean {
  if (!first || !(began - Date.parse(first.at) > SLACK)) return false;
  const own = new Set(files.map(({ path }) => path));
  return [...new Set([...own].map((path) => dirname(path)))].some((folder) =>
    namesIn(folder)
      .filter((name) => name.endsWith('.jsonl') && !name.startsWith('agent-') && !own.has(`${folder}/${name}`))
      .slice(0, MOST_LOOKS)
      .some((name) => {
        const beginning = readBeginning(`${folder}/${name}`, BEGINNING, FLAGS) ?? '';
        // The prompt's id, or its time to the millisecond: copies may have new ids.
        return [`"${first.record}"`, `"${first.at}"`].some((mark) => beginning.includes(mark));
      }),
  );
}
