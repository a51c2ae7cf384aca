import { capitalised } from './spelled.ts';

/** Programs and tools whose names are written in lower case. */
const PROGRAMS = new Set(
  'npm pnpm npx yarn git cargo rustc pip uv node deno bun curl wget docker kubectl helm pytest vitest jest tsc eslint biome bash zsh sh cmake psql ssh sed grep awk jq gh vim nginx systemd esbuild webpack vite gradle mvn'.split(
    ' ',
  ),
);
/**
 * A sentence or heading with a capital. Code and names that are written in lower case keep theirs:
 *
 *     the cache is stale   The cache is stale
 *     lines() allocates    lines() allocates
 */
export function capitalisedProse(text: string): string {
  const [first = ''] = /^\S{1,60}/.exec(text) ?? [];
  const word = first.replace(/[.,;!?…]+$/, '');
  const isWord = /^\p{Ll}[\p{Ll}'’-]*$/u.test(word);
  return isWord && !PROGRAMS.has(word) ? capitalised(text) : text;
}

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** `3.4 MB`, `512 bytes`: in powers of 1000, with one decimal below ten. */
export function diskSize(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const amount = bytes / 1000 ** power;
  return `${power > 0 && amount < 9.95 ? amount.toFixed(1) : Math.round(amount)} ${UNITS[power]}`;
}

/** A text as one word of a POSIX shell. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Words on lines of at most 80 columns, the first of which begins at `start`, as do the others. */
export function filled(text: string, start: number): string {
  const fits = new RegExp(`(.{1,${80 - start}})(?: +|$)`, 'g');
  return text.replace(fits, `$1\n${' '.repeat(start)}`).trimEnd();
}
