import { isQueryKey, type QueryKey } from './query-words.ts';

/** One thing between blanks: `word`, `"exact words"`, `-word`, `tag:miss`, `branch:"a b"`. */
export interface QueryToken {
  typed: string;
  /** Whether a dash stands before it; `--force` is a word. */
  without: boolean;
  /** What stands before a colon, if it is one of ours. */
  key: QueryKey | null;
  value: string;
  quoted: boolean;
}

const TOKEN = /\s*(-(?!-))?(?:([A-Za-z]+):)?(?:"([^"]*)(?:"|$)|(\S+))?/y;

/** Splits what was typed. A quote that is not closed reaches to the end; typographic quotes are taken, too. */
export function tokensOf(text: string): QueryToken[] {
  const plain = text
    .replace(/[“”„]/g, '"')
    .replace(/[\u0085\u200b\u2060]/g, ' ')
    .trimEnd();
  const tokens: QueryToken[] = [];
  const pattern = new RegExp(TOKEN);
  while (pattern.lastIndex < plain.length) {
    const [typed = '', dash, word = '', quoted, bare] = pattern.exec(plain) ?? [];
    if (typed === '') break;
    const key = word.toLowerCase();
    const value = quoted ?? bare ?? '';
    const common = { typed: typed.trimStart(), without: dash !== undefined, quoted: quoted !== undefined };
    tokens.push(
      isQueryKey(key)
        ? { ...common, key, value }
        : { ...common, key: null, value: word === '' ? value : `${word}:${value}` },
    );
  }
  return tokens;
}
