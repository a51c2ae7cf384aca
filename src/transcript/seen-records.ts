import { type TranscriptRecord, wordOf } from './records.ts';

/** How much of a text tells records apart. */
const READ = 120;

/**
 * Which records were read. Some transcripts have each line twice; programs that drive Claude Code write the whole history
 * again before each turn, with new ids and the old times. Ids and contents are kept as numbers, since a transcript may have
 * hundreds of thousands.
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
    const keys = [record.uuid, content].filter((key) => key !== '').map(numberOf);
    if (keys.some((key) => this.#seen.has(key))) return true;
    for (const key of keys) this.#seen.add(key);
    return false;
  }

  /** Whether a record with this id was read. */
  hasId(uuid: string): boolean {
    return this.#seen.has(numberOf(uuid));
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

/** A text as a number of 53 bits: two rounds of multiplication, as in MurmurHash. */
function numberOf(text: string): number {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}
