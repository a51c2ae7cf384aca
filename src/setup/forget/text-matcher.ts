import { asBytes } from '#src/lib/latin1.ts';

/** Replaces a forgotten text. It has no meaning in YAML, Markdown or JSON; in square brackets it would look like a tag. */
export const FORGOTTEN = '(forgotten)';

/**
 * Finds a text in a file in any case, with composed or decomposed accents, across line ends, and as Markdown, JSON and
 * HTML escape it: `a_b` is `a\_b` in a draft.
 */
export class TextMatcher {
  readonly #pattern: RegExp | null;

  /** Matches any of these texts; without texts, nothing. */
  constructor(texts: readonly string[]) {
    const trimmed = texts.map((text) => text.trim()).filter((text) => text !== '');
    const source = trimmed.map(patternOf).join('|');
    const isLikeNames = trimmed.some((text) => LIKE_A_NAME.test(text));
    this.#pattern = source === '' ? null : new RegExp(isLikeNames ? `(${NAME})|(?:${source})` : `()(?:${source})`, 'g');
  }

  /** The bytes with `(forgotten)` in place of each match. */
  replace(bytes: string): string {
    if (!this.#pattern) return bytes;
    return bytes.replace(this.#pattern, (_, name: string | undefined) => name || FORGOTTEN);
  }

  /** Where the matches begin, ascending. */
  offsets(bytes: string): number[] {
    if (!this.#pattern) return [];
    return [...bytes.matchAll(this.#pattern)].flatMap(({ index, 1: name }) => (name ? [] : [index]));
  }

  isIn(bytes: string): boolean {
    return this.offsets(bytes).length > 0;
  }
}

/** Includes the bytes of letters that are not ASCII. */
export const WORD = /[A-Za-z0-9\x80-\xff]/;

/** `cafe` may occur in a session id, and `2026` in every date. Such a match is never intended. */
const LIKE_A_NAME = /^[0-9a-f:.TZ-]{1,10}$/i;
const NAME =
  '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{16,}|\\b[en]-[0-9a-f]{6}\\b|\\d{4}-\\d\\d-\\d\\d(?:T\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d+)?)?Z?)?';

/** JSON in JSON in JSON has seven. Without a limit, a long run of them would take quadratic or cubic time. */
const BACKSLASHES = '\\\\{0,8}';
/** Everything that JavaScript treats as a space, in UTF-8. */
const BLANK =
  '[ \\t-\\r]|\\xc2\\xa0|\\xe1\\x9a\\x80|\\xe2\\x80[\\x80-\\x8a\\xa8\\xa9\\xaf]|\\xe2\\x81\\x9f|\\xe3\\x80\\x80|\\xef\\xbb\\xbf';
/**
 * Default_Ignorable_Code_Point, in UTF-8, and the HTML entities for some of it: characters that are invisible inside a
 * word. U+FEFF is also a space. See https://www.unicode.org/reports/tr44/#Default_Ignorable_Code_Point
 */
const UNSEEN =
  '\\xc2\\xad|\\xcd\\x8f|\\xd8\\x9c|\\xe1(?:\\x85[\\x9f\\xa0]|\\x9e[\\xb4\\xb5]|\\xa0[\\x8b-\\x8f])|\\xe2(?:\\x80[\\x8b-\\x8f\\xaa-\\xae]|\\x81[\\xa0-\\xaf])|\\xe3\\x85\\xa4|\\xef(?:\\xb8[\\x80-\\x8f]|\\xbe\\xa0|\\xbf[\\xb0-\\xb8])|\\xf0(?:\\x9b\\xb2[\\xa0-\\xa3]|\\x9d\\x85[\\xb3-\\xba])|\\xf3\\xa0[\\x80-\\xbf][\\x80-\\xbf]|&(?:shy|zwj|zwnj|#0*173|#[xX]0*[aA][dD]);';
/** In longer texts, the invisible characters are not looked for: the regular expression would get too large. */
const MOST_LETTERS = 500;
const WITHIN = `(?:${UNSEEN}|\\xef\\xbb\\xbf)*`;
const BLANKS = `(?:${BLANK}|\\\\{1,8}[nrt])+`;
const SPACE = `(?:${UNSEEN})*(?:${BLANK}|\\\\{1,8}[nrt])(?:${UNSEEN}|${BLANK}|\\\\{1,8}[nrt])*`;
/** An accent (U+0300 to U+036F) after the last letter makes it another letter. */
const NO_ACCENT = '(?!\\xcc[\\x80-\\xbf]|\\xcd[\\x80-\\xaf])';
const ENTITIES: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };

function patternOf(text: string): string {
  const letters =
    seen(text)
      .normalize('NFC')
      .match(/\s+|\\+|\P{M}\p{M}*|\p{M}+/gu) ?? [];
  const isLong = letters.length > MOST_LETTERS;
  const joined = letters.reduce((pattern, letter, i) => {
    if (/^\s/.test(letter)) return pattern + (isLong ? BLANKS : SPACE);
    const isApart = i === 0 || isLong || /^\s/.test(letters[i - 1] ?? '');
    return `${pattern}${isApart ? '' : WITHIN}${letterPattern(letter)}`;
  }, '');
  return joined + NO_ACCENT;
}

/** The text without invisible characters; the text itself if it has no others. */
function seen(text: string): string {
  return text.replace(/\p{Default_Ignorable_Code_Point}/gu, '').trim() || text;
}

function letterPattern(letter: string): string {
  if (letter.startsWith('\\')) return '\\\\{1,16}';
  if (/^[!-/:-@[-`{-~]$/.test(letter)) return punctuationPattern(letter);
  const forms = [letter, letter.toLowerCase(), letter.toUpperCase()].flatMap((form) => [
    form.normalize('NFC'),
    form.normalize('NFD'),
  ]);
  const alternatives = [...new Set(forms)].map((form) => escaped(asBytes(form)));
  return alternatives.length === 1 ? (alternatives[0] ?? '') : `(?:${alternatives.join('|')})`;
}

function punctuationPattern(sign: string): string {
  const code = sign.charCodeAt(0);
  const hex = code.toString(16).replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
  const entity = [`#0*${code}`, `#[xX]0*${hex}`, ...(ENTITIES[sign] ? [ENTITIES[sign]] : [])].join('|');
  return `(?:${BACKSLASHES}${escaped(sign)}|&(?:${entity});)`;
}

function escaped(bytes: string): string {
  return bytes.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** Shorter slugs occur in unrelated names. */
const SHORTEST_SLUG = 4;

/**
 * Whether a name made from a branch or title contains a text: `walross-quixotes-tale` contains `Walross Quixote's`. Names
 * drop characters that are not allowed in a path, so the text is compared both as a slug and as it is.
 */
export function isNamedFor(name: string, text: string, matcher: TextMatcher): boolean {
  const slugs = [text, text.replace(/['’]/g, '')].map(slugIn).filter((slug) => slug.length >= SHORTEST_SLUG);
  const words = `-${slugIn(name)}-`;
  return slugs.some((slug) => /[a-z]/.test(slug) && words.includes(`-${slug}-`)) || matcher.isIn(asBytes(name));
}

/** ASCII letters and digits, with one dash for everything between them. */
function slugIn(text: string): string {
  const slug = text.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return slug.replace(/^-|-$/g, '');
}
