import type { FrontMatterEntries } from './front-matter.ts';
import { FRONT_MATTER_KEYS, fieldOf } from './fields.ts';
import { type Problem, problemAt } from './problem.ts';
import type { Scan } from './scan.ts';

/** The first line after the opening `---`. */
const FIRST_LINE = 2;

/**
 * The problems with a file's front matter, sorted by line. `read` is null if it is missing, not closed or too long;
 * `invalid` are the keys whose values are missing or not valid.
 */
export function inspectFrontMatter(
  text: string,
  { lines, frontMatter: { open, close } }: Scan,
  read: FrontMatterEntries | null,
  invalid: readonly string[],
): Problem[] {
  if (open === -1) return [problemAt('CHRONICLE_NO_FRONT_MATTER', 1, 1)];
  if (close === -1) return [problemAt('CHRONICLE_OPEN_FRONT_MATTER', 1, 1)];
  if (!read) return [problemAt('CHRONICLE_LONG_FRONT_MATTER', 1, 1)];
  const written = (index: number) => text.slice(lines[index + 1]?.start, lines[index + 1]?.end);
  return [...lineProblems(read, written), ...valueProblems(read, invalid)].sort((a, b) => a.line - b.line);
}

function lineProblems(
  { entries, unread, repeated }: FrontMatterEntries,
  written: (index: number) => string,
): Problem[] {
  return [
    ...unread.map((index) =>
      problemAt('CHRONICLE_FRONT_MATTER_LINE', FIRST_LINE + index, 1, written(index).slice(0, 60)),
    ),
    ...repeated.map(({ key, index }) => problemAt('CHRONICLE_DUPLICATE_KEY', FIRST_LINE + index, 1, key)),
    ...Array.from(entries).flatMap(([key, { index }]) => {
      const nearest = FRONT_MATTER_KEYS.includes(key) ? undefined : misspelled(key);
      return nearest ? [problemAt('CHRONICLE_UNKNOWN_KEY', FIRST_LINE + index, 1, key, nearest)] : [];
    }),
  ];
}

function valueProblems({ entries }: FrontMatterEntries, invalid: readonly string[]): Problem[] {
  return invalid.flatMap((key) => {
    const field = fieldOf(key);
    if (!field) return [];
    const { required, expected, example } = field;
    const entry = entries.get(key);
    if (!entry) return [problemAt('CHRONICLE_MISSING_KEY', 1, 1, key, example)];
    const code = required ? 'CHRONICLE_BAD_VALUE' : 'CHRONICLE_BAD_OPTION';
    return [problemAt(code, FIRST_LINE + entry.index, entry.column, key, expected, example)];
  });
}

/** The known key that differs only in case, `-` and `_`. Other unknown keys are allowed. */
function misspelled(key: string): string | undefined {
  const plain = (text: string) => text.toLowerCase().replace(/[-_]/g, '');
  return FRONT_MATTER_KEYS.find((known) => plain(known) === plain(key));
}
