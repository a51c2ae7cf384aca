import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { badForm, gradeTitle, type LabelledTitle, labelledTitles, TITLE_SETS } from '#tests/support/labelled-titles.ts';
import { imported } from './imported.ts';
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
  return imported(entries, (_, chronicle) => {
    const listed = Listed.parse(JSON.parse(chronicle('list', '--json', '--limit', '1000')));
    return new Map(listed.map(({ id, title }) => [id, title]));
  });
}
