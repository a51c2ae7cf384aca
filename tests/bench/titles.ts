import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { directoryName } from '#src/lib/directory-name.ts';
import { badForm, gradeTitle, type LabelledTitle, labelledTitles, TITLE_SETS } from '#tests/support/labelled-titles.ts';
import { MAIN } from '#tests/support/root.ts';
import { printTable } from './table.ts';

/**
 * Imports the sessions of the labelled titles with the product's own command, and grades the titles that `chronicle list` gives
 * them. The held-out set is only measured with `--set held-out`. `--misses` prints the titles that are not good.
 */
export async function run(): Promise<void> {
  const { values } = parseArgs({
    options: { set: { type: 'string', multiple: true }, misses: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const asked = values.set ?? ['development'];
  const sets = TITLE_SETS.filter((set) => asked.includes(set));
  // Other benchmarks of the same run have sets of other names.
  if (sets.length === 0) return;
  const entries = sets.flatMap(labelledTitles);
  const titles = importedTitles(entries);
  const graded = entries.map((entry) => {
    const title = titles.get(entry.id) ?? '';
    return { entry, title, grade: gradeTitle(title, entry), form: badForm(title, entry.prompt) };
  });
  const row = (name: string, group: typeof graded) => {
    const grades = (['good', 'fair', 'bad'] as const).map((grade) => group.filter((one) => one.grade === grade).length);
    const forms = group.flatMap(({ form }) => (form === null ? [] : [form]));
    return [name, group.length, ...grades, [...new Set(forms)].join(', ')];
  };
  console.log(`Sets: ${sets.join(', ')}.\n`);
  printTable([
    ['kind', 'sessions', 'good', 'fair', 'bad', 'bad forms'],
    ...[...Map.groupBy(graded, ({ entry }) => entry.kind)].map(([kind, group]) => row(kind, group)),
    row('all', graded).slice(0, -1).concat(''),
  ]);
  if (!values.misses) return;
  for (const { entry, title, grade, form } of graded)
    if (grade !== 'good')
      console.log(`\n${grade}${form === null ? '' : ` (${form})`}: ${title}\n    good: ${entry.good.join(' | ')}`);
}

const Listed = z.array(z.looseObject({ id: z.string(), title: z.string() }));

function importedTitles(entries: readonly LabelledTitle[]): Map<string, string> {
  const home = mkdtempSync(join(tmpdir(), 'bench-titles-'));
  try {
    for (const { id, cwd, text } of entries) {
      const folder = join(home, 'projects', directoryName(cwd));
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, `${id}.jsonl`), text);
      // A session whose transcript is still being written is skipped.
      utimesSync(join(folder, `${id}.jsonl`), 1e9, 1e9);
    }
    const env = { PATH: process.env.PATH, HOME: home, CLAUDE_CONFIG_DIR: home, TZ: 'UTC' };
    const chronicle = (...words: string[]) =>
      execFileSync(process.execPath, [MAIN, ...words], { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
    chronicle('import', 'transcripts');
    const listed = Listed.parse(JSON.parse(chronicle('list', '--json', '--limit', '1000')));
    return new Map(listed.map(({ id, title }) => [id, title]));
  } finally {
    rmSync(home, { recursive: true });
  }
}
