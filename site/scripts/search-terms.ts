import { type BundleEntry, placesFileName, wordsFileName } from '#src/search/search-files.ts';
import {
  eachRecord,
  filesFor,
  type KeyRange,
  placesFor,
  placesOf,
  readPlaces,
  readWords,
} from '#src/search/word-index.ts';
import { isInPhrase, phraseWords, SHORT, shortKey, WantedWord } from '#src/search/word-keys.ts';
import type { IndexFiles } from './index-files.ts';

/** How well each record matches a word or phrase, by its number; 0 if it does not. */
export type TermScores = Float32Array;

/** Words to keep: typing repeats them, and the scores of one take 4 bytes a record. */
const CACHED = 16;
interface Bundle {
  entry: BundleEntry;
  /** The number of its first record. */
  from: number;
}

/** Finds the records that have a word or phrase. */
export class Terms {
  readonly #files: IndexFiles;
  readonly #bundles: readonly Bundle[];
  readonly #records: number;
  readonly #known = new Map<string, Promise<TermScores>>();

  constructor(files: IndexFiles, entries: readonly BundleEntry[]) {
    this.#files = files;
    let records = 0;
    this.#bundles = entries.map((entry) => {
      records += entry.records;
      return { entry, from: records - entry.records };
    });
    this.#records = records;
  }

  /** The records with a word, another form of it, or all parts of a name in one chunk. */
  word(word: string): Promise<TermScores> {
    return this.#once(`word ${word}`, (bundle, scores) => this.#addWord(bundle, word, scores));
  }

  /** The records that contain an exact phrase. */
  phrase(text: string): Promise<TermScores> {
    const words = phraseWords(text);
    return this.#once(`phrase ${text}`, (bundle, scores) => this.#addPhrase(bundle, words, scores));
  }

  #once(name: string, addTo: (bundle: Bundle, scores: TermScores) => Promise<void>): Promise<TermScores> {
    const known = this.#known.get(name);
    if (known) return known;
    const found = this.#search(addTo);
    this.#known.set(name, found);
    found.catch(() => this.#known.delete(name));
    const [oldest] = this.#known.keys();
    if (this.#known.size > CACHED && oldest !== undefined) this.#known.delete(oldest);
    return found;
  }

  async #search(addTo: (bundle: Bundle, scores: TermScores) => Promise<void>): Promise<TermScores> {
    const scores = new Float32Array(this.#records);
    await Promise.all(this.#bundles.map((bundle) => addTo(bundle, scores)));
    const having = scores.reduce((sum, score) => sum + Math.sign(score), 0);
    // BM25's factor of a word: a rare one says more.
    const rarity = Math.log(1 + (this.#records - having + 0.5) / (having + 0.5));
    return scores.map((score) => score * rarity);
  }

  #addWord(bundle: Bundle, word: string, scores: TermScores): Promise<void> {
    const wanted = new WantedWord(word);
    const { text, beginnings } = wanted;
    if (text.length > SHORT)
      return this.#addKeys(bundle, beginnings.map(keysFrom), (key) => wanted.likeness(key), scores);
    const short = shortKey(text);
    return this.#addKeys(bundle, text === '' ? [] : [[text, text]], (key) => Number(key === short), scores);
  }

  /** Adds the records of all keys that match, each with its best match. */
  async #addKeys(
    { entry, from }: Bundle,
    ranges: readonly KeyRange[],
    likeness: (key: string) => number,
    scores: TermScores,
  ): Promise<void> {
    await Promise.all(
      filesFor(entry.words, ranges).map(async (number) => {
        const { keys, bytes } = await this.#files.read(`${entry.path}/${wordsFileName(number)}`, readWords);
        for (const [at, key] of keys.entries()) {
          const like = likeness(key);
          const records = bytes[at];
          if (like === 0 || !records) continue;
          eachRecord(records, (record, weight) => {
            scores[from + record] = Math.max(scores[from + record] ?? 0, weight * like);
          });
        }
      }),
    );
  }

  async #addPhrase(bundle: Bundle, words: readonly string[], scores: TermScores): Promise<void> {
    const [first = ''] = words;
    if (words.length < 2) {
      const ranges = first === '' ? [] : [keysFrom(first)];
      return this.#addKeys(bundle, ranges, (key) => Number(isInPhrase(key, words, 0)), scores);
    }
    const all = await Promise.all(words.map((_, at) => this.#placesIn(bundle, words, at)));
    for (const [record, places] of all[0] ?? []) {
      const hasPhrase = [...places].some((place) => all.every((own, at) => own.get(record)?.has(place + at)));
      if (hasPhrase) scores[bundle.from + record] = 1;
    }
  }

  /** The records that have a word of a phrase, with its places in each. */
  async #placesIn({ entry }: Bundle, words: readonly string[], at: number): Promise<Map<number, Set<number>>> {
    const word = words[at] ?? '';
    const found = new Map<number, Set<number>>();
    const range: KeyRange = at === words.length - 1 ? keysFrom(word) : [word, word];
    await Promise.all(
      filesFor(entry.words, [range]).map(async (number) => {
        const { file, list } = placesFor(number);
        const [{ keys, bytes }, lists] = await Promise.all([
          this.#files.read(`${entry.path}/${wordsFileName(number)}`, readWords),
          this.#files.read(`${entry.path}/${placesFileName(file)}`, readPlaces),
        ]);
        for (const [index, key] of keys.entries()) {
          const [records, places] = [bytes[index], lists[list]?.[index]];
          if (!records || !places || !isInPhrase(key, words, at)) continue;
          const own = placesOf(places);
          let next = 0;
          eachRecord(records, (record) => {
            const known = found.get(record) ?? new Set();
            for (const place of own[next++] ?? []) known.add(place);
            found.set(record, known);
          });
        }
      }),
    );
    return found;
  }
}

/** All keys that begin with a word. */
function keysFrom(word: string): KeyRange {
  return [word, `${word}\uffff`];
}
