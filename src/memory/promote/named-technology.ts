/**
 * Whether a line names a technology, a version or an environment, by words and by form. A list alone misses what it does not
 * know, and takes everyday words for names: `let it go`.
 *
 *     namedTechnologies('httpOnly cookie → Safari blocks it in an iframe')   // ['Safari', 'iframe']
 *     namedTechnologies('let it go to the next step')                        // []
 */
import { COUNTED, ENVIRONMENTS, PROPER_NAMES, SURE_AT_START, TECHNOLOGIES } from './technologies.ts';

/** A word with the characters that names have inside: `C++`, `node.js`, `usb-c`, `lib/pq`. */
const WORD = /[\p{L}_][\p{L}\p{N}_+#-]{0,40}(?:[./][\p{L}\p{N}_+#-]{1,40}){0,3}/gu;
/** `Rails 7.1`, `JDK 21`, `undici@6`, `PHP v8.2`. */
const VERSIONED =
  /(?<![\p{L}\p{N}_/.-])([\p{L}][\p{L}\p{N}+#-]{0,30})[ @]v?(\d{1,4}(?:\.\d{1,4}){0,3})(?![\p{L}\p{N}_%])/gu;

/** What only code of a technology looks like. Each is weaker than a name, since a project's own code looks alike. */
const FORMS: readonly RegExp[] = [
  // `extract_image()`, `float.ToString("R")`
  /(?<![\w./-])[a-z]\w{1,30}(?:(?:\.|::)\w{1,40}){0,3}\(/i,
  // `RPC`, `ARIA`
  /(?<![\w-])(?!(?:TODO|MVP|API|URL|FAQ|README|NULL|PR|WIP|TBD|FIXME|PDF|CSV|ID|OK|BEFORE|AFTER|NOT|AND|THE)\b)[A-Z]{3,6}(?![\w-])/,
  // `fs.watch`, `context.WithTimeout`, `std::filesystem`
  /(?<![\w./-])[a-z]\w{1,30}(?:\.|::)[A-Za-z]\w{2,40}(?![\w./])/,
  // `@Transactional`, `@types/node`
  /(?<![\w.@-])@[A-Za-z][\w-]{2,30}(?:\/[\w.-]{1,40})?/,
  // `--no-sandbox`
  /(?<![\w-])--[a-z][\w-]{2,40}/,
  // `SameSite=None`, `CGO_ENABLED=0`
  /(?<![\w])[A-Za-z_]{3,40}=[\w'"]/,
  // `Content-Security-Policy`
  /(?<!\w)[A-Z][a-z]+(?:-[A-Z][a-z]+){1,4}(?!\w)/,
  // `set -e`
  /(?<=\w )-[A-Za-z](?!\w)/,
  // `→ 401`, `returns 413`
  /(?:→|->|=>|returns?|with|a|HTTP) [45]\d\d(?![\d.])/,
  // `ECONNRESET`, `TS2345`
  /(?<!\w)(?:E[A-Z]{4,15}|[A-Z]{2,4}\d{3,5})(?!\w)/,
  // `CREATE INDEX CONCURRENTLY`
  /(?<!\w)(?:CREATE|ALTER|DROP|SELECT|INSERT|UPDATE|DELETE|GRANT|VACUUM|EXPLAIN) [A-Z]{3,}/,
  // `position: sticky`
  /(?<!\w)(?:position|display|overflow|z-index|style-src|script-src|font-display|flex|grid|content-visibility):? ?[:'a-z0-9]/,
];

/** The technologies, versions and environments that a line names, as written, each once. */
export function namedTechnologies(line: string): string[] {
  const named = [...line.matchAll(WORD)].flatMap(({ 0: word, index }) =>
    isTechnology(word, line, index) ? [word] : [],
  );
  const versions = [...line.matchAll(VERSIONED)].flatMap(([all, word = '', version = '']) => {
    const isVersion = !COUNTED.has(word.toLowerCase()) && (version.includes('.') || /^\p{Lu}/u.test(word));
    return isVersion && !named.includes(word) ? [all] : [];
  });
  return [...new Set([...named, ...versions])];
}

/** Whether a line has the form of code, of a header, an option or an error code. */
export function looksTechnical(line: string): boolean {
  return FORMS.some((form) => form.test(line));
}

function isTechnology(word: string, line: string, index: number): boolean {
  const lower = word.toLowerCase();
  const base = lower.replace(/(?:\.js|[-.]\d[\d.]*|\d+)$/, '');
  if (TECHNOLOGIES.has(lower) || TECHNOLOGIES.has(base)) return true;
  if (ENVIRONMENTS.has(lower)) return word !== 'Edge' && (lower !== 'ci' || word === 'CI');
  if (!PROPER_NAMES.has(word)) return false;
  // At the start of a line or sentence, the capital says little.
  const isFirst = /(?:^|[.:;!?→] ?)$/.test(line.slice(0, index));
  return !isFirst || SURE_AT_START.has(word) || /^ v?\d/.test(line.slice(index + word.length));
}
