import type { Fragment } from './finding.ts';
import { type Match, rangesOf, secret } from './match.ts';
import { isExampleToken } from './secret-value.ts';
import { VENDOR_TOKENS } from './vendor-tokens.ts';

const RULES = VENDOR_TOKENS.map(([kind, hints, form]) => ({
  kind,
  hints,
  // Any mark may come before it, `_` and `-` too: `token_ghp_…`.
  pattern: new RegExp(`(?<![A-Za-z0-9])${form}(?![A-Za-z0-9])`, 'g'),
}));

/** Finds tokens by their vendors' prefixes, and private keys by their first line. */
export function tokenDetector({ text }: Pick<Fragment, 'text'>): Match[] {
  const found = RULES.filter(({ hints }) => hints.some((hint) => text.includes(hint))).flatMap(
    ({ kind, hints, pattern }) =>
      rangesOf(pattern, text).flatMap(({ start, end, value }) =>
        isExampleToken(value) ? [] : [secret(kind, mark(hints, text.slice(start, end), kind), start, end)],
      ),
  );
  return [...found, ...keyBlocks(text), ...keyLines(text)];
}

/** The vendor's mark in a token: what it begins with or has in it. */
function mark(hints: readonly string[], token: string, kind: string): string {
  const hint = hints.find((each) => token.includes(each));
  if (hint === undefined || hint.length < 2) return `has the form of this vendor's tokens: ${kind}`;
  return `${token.startsWith(hint) ? 'begins with' : 'has in it'} "${hint}", as this vendor's tokens do`;
}

const BEGIN = /-{4,5} ?BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}|PuTTY-User-Key-File-\d/g;
const END = /-{4,5} ?END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}|Private-MAC: *[0-9a-f]*/g;

/** Private keys from first line to last; a key that is cut off extends to the end of the text. */
function keyBlocks(text: string): Match[] {
  const blocks: Match[] = [];
  let next = { start: -1, end: -1 };
  for (const { index, 0: begin } of text.matchAll(BEGIN)) {
    const body = index + begin.length;
    if (index < (blocks.at(-1)?.end ?? 0)) continue;
    if (next.start < body) next = endAfter(text, body);
    if (hasKey(text.slice(body, Math.min(next.start, body + HEAD))))
      blocks.push(secret('private key', 'follows the first line of a private key', index, next.end));
  }
  return blocks;
}

function endAfter(text: string, position: number): { start: number; end: number } {
  END.lastIndex = position;
  const end = END.exec(text);
  return end ? { start: end.index, end: end.index + end[0].length } : { start: text.length, end: text.length };
}

/** The most characters that the headers of a key take up. */
const HEAD = 400;

/** Whether a key follows its first line, which prose may only mention. */
function hasKey(body: string): boolean {
  return !isExampleToken(body) && /[A-Za-z0-9+/]{16}/.test(body);
}

/** A line of a key without its first line: of the usual length, with mixed characters. */
const KEY_LINE = /^[ \t>]*([A-Za-z0-9+/]{64}|[A-Za-z0-9+/]{70}|[A-Za-z0-9+/]{76})$/gm;

function keyLines(text: string): Match[] {
  return [...text.matchAll(KEY_LINE)].flatMap(({ 0: line, 1: body = '', index }) => {
    const isMixed = /[a-z]/.test(body) && /[A-Z]/.test(body) && /\d/.test(body) && new Set(body).size > 20;
    return isMixed
      ? [
          secret(
            'key material',
            'is a line of the length and mix of a private key',
            index + line.length - body.length,
            index + line.length,
          ),
        ]
      : [];
  });
}
