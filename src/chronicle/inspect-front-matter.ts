import { type FrontMatterEntries, readEntries } from './front-matter.ts';
import { FRONT_MATTER_KEYS } from './front-matter-keys.ts';
import { type Problem, problemAt } from './problem.ts';
import { frontMatterLines } from './read.ts';
import type { Scan } from './scan.ts';
import { frontMatterSchema } from './schema.ts';

/** The first line after the opening `---`. */
const FIRST_LINE = 2;

/** What is wrong with a file's front matter, by line. */
export function inspectFrontMatter(text: string, structure: Scan): Problem[] {
  const { open, close } = structure.frontMatter;
  if (open === -1) return [problemAt('CHRONICLE_NO_FRONT_MATTER', 1, 1)];
  if (close === -1) return [problemAt('CHRONICLE_OPEN_FRONT_MATTER', 1, 1)];
  const lines = frontMatterLines(text, structure);
  if (!lines) return [problemAt('CHRONICLE_LONG_FRONT_MATTER', 1, 1)];
  const read = readEntries(lines);
  return [...lineProblems(read, lines), ...valueProblems(read)].sort((a, b) => a.line - b.line);
}

function lineProblems({ entries, unread, repeated }: FrontMatterEntries, lines: string[]): Problem[] {
  return [
    ...unread.map((index) =>
      problemAt('CHRONICLE_FRONT_MATTER_LINE', FIRST_LINE + index, 1, (lines[index] ?? '').slice(0, 60)),
    ),
    ...repeated.map(({ key, index }) => problemAt('CHRONICLE_DUPLICATE_KEY', FIRST_LINE + index, 1, key)),
    ...Array.from(entries).flatMap(([key, { index }]) => {
      const nearest = FRONT_MATTER_KEYS.includes(key) ? undefined : misspelled(key);
      return nearest ? [problemAt('CHRONICLE_UNKNOWN_KEY', FIRST_LINE + index, 1, key, nearest)] : [];
    }),
  ];
}

function valueProblems({ entries }: FrontMatterEntries): Problem[] {
  const values = Object.fromEntries(Array.from(entries, ([key, { value }]) => [key, value]));
  const issues = frontMatterSchema.safeParse(values).error?.issues ?? [];
  return issues.flatMap(({ path }) => {
    const key = String(path[0]);
    const form = KEY_FORMS[key];
    if (!form) return [];
    const entry = entries.get(key);
    if (!entry) return [problemAt('CHRONICLE_MISSING_KEY', 1, 1, key, form.example)];
    const code = form.required ? 'CHRONICLE_BAD_VALUE' : 'CHRONICLE_BAD_OPTION';
    return [problemAt(code, FIRST_LINE + entry.index, entry.column, key, form.wanted, form.example)];
  });
}

/** The known key that differs only in case, `-` and `_`; other unknown keys are nobody's business. */
function misspelled(key: string): string | undefined {
  const plain = (text: string) => text.toLowerCase().replace(/[-_]/g, '');
  return FRONT_MATTER_KEYS.find((known) => plain(known) === plain(key));
}

interface KeyForm {
  required: boolean;
  /** Completes "<key> is not …". */
  wanted: string;
  example: string;
}

/** How a problem speaks of each key. */
const KEY_FORMS: Record<string, KeyForm> = {
  session_id: { required: true, wanted: 'a session id', example: '3f6c2a10-8d1e-4c1b-9a52-6f1f0f8f4f11' },
  date: { required: true, wanted: 'a date', example: '2026-03-24' },
  branch: { required: true, wanted: 'a branch name', example: 'main' },
  task: { required: true, wanted: 'one line of text', example: 'CWS-96' },
  started: { required: true, wanted: 'a UTC time', example: '2026-03-24T14:00:00Z' },
  cwd: { required: false, wanted: 'a path', example: '/home/me/project' },
  utc_offset: { required: false, wanted: 'an offset from UTC', example: '+02:00' },
  attended: { required: false, wanted: 'yes or no', example: 'no' },
  retro: { required: false, wanted: 'a UTC time', example: '2026-03-24T16:40:00Z' },
  source: { required: false, wanted: 'backfill or import', example: 'backfill' },
  nudged: { required: false, wanted: 'names of memory files', example: 'feedback_money.md' },
};
