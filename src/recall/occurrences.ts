/**
 * Where something occurs, as the index keeps it: a list has keys of records in ascending order, each as the difference from the
 * one before, with how often it occurs in the first line and in the rest. The title and the branch belong to all records of a
 * session, so what is in these has one entry a session: its first record, how many it has, how often.
 */

/** A list of occurrences. */
export interface Occurrences {
  list: number;
  records: Uint8Array;
  /** Those in titles and branches; null without any. */
  contexts: Uint8Array | null;
}

/** What a list is of: the records with a part of words, those with a word of several parts, the words with a part. */
export const LISTS = { part: 0, word: 1, words: 2 } as const;

/** The number of the list of a part or word. */
export function listNumber(of: keyof typeof LISTS, key: number): number {
  return key * 3 + LISTS[of];
}

/** Whether a list contains records. */
export function isOfRecords(list: number): boolean {
  return list % 3 !== LISTS.words;
}

/** An entry for the title and the branch of a session's records: the first of them, how many there are, how often. */
interface Context {
  first: number;
  records: number;
  times: number;
}

/** The usual counts in the first line and the rest have a number; all others follow theirs. */
export const USUAL: readonly (readonly [head: number, rest: number])[] = [
  [1, 0],
  [0, 1],
  [1, 1],
  [2, 0],
  [0, 2],
  [0, 3],
  // Only beyond what a text is ranked by.
  [0, 0],
];
/** By four times the first plus the second. */
const FORM_NUMBERS = new Uint8Array(16);
for (const [i, [head, rest]] of USUAL.entries()) FORM_NUMBERS[head * 4 + rest] = i + 1;
/** A power of two. */
export const FORMS = USUAL.length + 1;
/** More than a ranked text has room for (`tokens.ts`). */
const MOST = 0xffff;
/** The longest number of `push`, in bytes. */
const LONGEST_NUMBER = 5;

/** Collects occurrences, and gives them by list. */
export class OccurrenceLog {
  readonly #lists: Uint32Array;
  readonly #keys: Uint32Array;
  readonly #heads: Uint16Array;
  readonly #rests: Uint16Array;
  #contexts: (Context & { list: number })[] = [];
  readonly #bytes = new ByteList();
  #size = 0;
  #mostList = 0;

  constructor(capacity: number) {
    this.#lists = new Uint32Array(capacity);
    this.#keys = new Uint32Array(capacity);
    this.#heads = new Uint16Array(capacity);
    this.#rests = new Uint16Array(capacity);
  }

  get size(): number {
    return this.#size + this.#contexts.length;
  }

  /** How many more records fit. */
  get room(): number {
    return this.#lists.length - this.#size;
  }

  add(list: number, key: number, head: number, rest: number): void {
    const at = this.#size;
    this.#lists[at] = list;
    this.#keys[at] = key;
    this.#heads[at] = Math.min(head, MOST);
    this.#rests[at] = Math.min(rest, MOST);
    this.#size = at + 1;
    if (list > this.#mostList) this.#mostList = list;
  }

  addContext(list: number, first: number, records: number, times: number): void {
    this.#contexts.push({ list, first, records, times });
    if (list > this.#mostList) this.#mostList = list;
  }

  /** Gives all by list, in ascending order, and starts anew. */
  *take(): Generator<Occurrences> {
    const size = this.#size;
    const order = this.#byList();
    const contexts = this.#contextsByList();
    const others = Uint32Array.from(contexts.keys()).sort();
    const listAt = (at: number) => (at < size ? (this.#lists[order[at] ?? 0] ?? 0) : Number.POSITIVE_INFINITY);
    let at = 0;
    let other = 0;
    while (at < size || other < others.length) {
      const list = Math.min(listAt(at), others[other] ?? Number.POSITIVE_INFINITY);
      const from = at;
      while (listAt(at) === list) at++;
      const own = contexts.get(list);
      if (own) other++;
      const records = this.#packed(order.subarray(from, at));
      yield { list, records, contexts: own ? packed(own, this.#bytes) : null };
    }
    this.#size = 0;
    this.#contexts = [];
    this.#mostList = 0;
  }

  /** The entries in the order of their lists. */
  #byList(): Uint32Array {
    return this.#size * 8 < this.#mostList ? this.#sorted() : this.#counted();
  }

  /** Few entries of many lists: those of an update. */
  #sorted(): Uint32Array {
    const size = this.#size;
    const codes = new Float64Array(size);
    for (let i = 0; i < size; i++) codes[i] = (this.#lists[i] ?? 0) * size + i;
    return Uint32Array.from(codes.sort(), (code) => code % size);
  }

  #counted(): Uint32Array {
    const ends = new Uint32Array(this.#mostList + 1);
    for (let i = 0; i < this.#size; i++) {
      const list = this.#lists[i] ?? 0;
      ends[list] = (ends[list] ?? 0) + 1;
    }
    for (let list = 1; list < ends.length; list++) ends[list] = (ends[list] ?? 0) + (ends[list - 1] ?? 0);
    const order = new Uint32Array(this.#size);
    for (let i = this.#size - 1; i >= 0; i--) {
      const list = this.#lists[i] ?? 0;
      const at = (ends[list] ?? 0) - 1;
      ends[list] = at;
      order[at] = i;
    }
    return order;
  }

  #contextsByList(): Map<number, Context[]> {
    const found = new Map<number, Context[]>();
    for (const { list, ...context } of this.#contexts) {
      const own = found.get(list) ?? [];
      found.set(list, own);
      own.push(context);
    }
    return found;
  }

  #packed(entries: Uint32Array): Uint8Array {
    const bytes = this.#bytes;
    bytes.clear();
    const keys = this.#keys;
    // Segments that are merged may not be in the order of their records.
    for (let i = 1; i < entries.length; i++) {
      if ((keys[entries[i] ?? 0] ?? 0) >= (keys[entries[i - 1] ?? 0] ?? 0)) continue;
      entries.sort((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0));
      break;
    }
    let last = 0;
    for (let i = 0; i < entries.length; i++) {
      const entry = entries[i] ?? 0;
      const key = keys[entry] ?? 0;
      const head = this.#heads[entry] ?? 0;
      const rest = this.#rests[entry] ?? 0;
      const form = head < 4 && rest < 4 ? (FORM_NUMBERS[head * 4 + rest] ?? 0) : 0;
      bytes.push((key - last) * FORMS + form);
      if (form === 0) {
        bytes.push(head);
        bytes.push(rest);
      }
      last = key;
    }
    return bytes.copy();
  }
}

/** Numbers as bytes: seven bits each, the lowest first, all but the last with the eighth bit set. */
class ByteList {
  #bytes = new Uint8Array(1024);
  #length = 0;

  clear(): void {
    this.#length = 0;
  }

  copy(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  push(number: number): void {
    if (this.#length + LONGEST_NUMBER > this.#bytes.length) this.#grow();
    let left = number;
    while (left >= 128) {
      this.#bytes[this.#length++] = (left % 128) + 128;
      left = Math.floor(left / 128);
    }
    this.#bytes[this.#length++] = left;
  }

  #grow(): void {
    const more = new Uint8Array(this.#bytes.length * 2);
    more.set(this.#bytes);
    this.#bytes = more;
  }
}

function packed(contexts: Context[], bytes: ByteList): Uint8Array {
  bytes.clear();
  let last = 0;
  for (const { first, records, times } of contexts.sort((a, b) => a.first - b.first)) {
    for (const number of [first - last, records, times]) bytes.push(number);
    last = first;
  }
  return bytes.copy();
}
