import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { type LabelledPrompt, labelledPrompts, PROMPT_SETS } from '#tests/support/labelled-prompts.ts';
import { imported } from './imported.ts';
import { printTable } from './table.ts';

/**
 * Imports the labelled prompts with the product's own command, each in a session of its own, and counts which it takes for a
 * person's. The held-out set is only measured with `--set held-out`. `--misses` prints what it takes for the wrong thing.
 */
export async function run(): Promise<void> {
  const { values } = parseArgs({
    options: { set: { type: 'string', multiple: true }, misses: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const asked = values.set ?? ['development'];
  const sets = PROMPT_SETS.filter((set) => asked.includes(set));
  // Other benchmarks of the same run have sets of other names.
  if (sets.length === 0) return;
  const prompts = sets.flatMap(labelledPrompts);
  const taken = takenForAPersons(prompts);
  const judged = prompts.map((prompt) => ({ ...prompt, taken: taken.has(prompt.id) }));
  console.log(`Sets: ${sets.join(', ')}. Precision and recall of what is taken for a person's prompt.\n`);
  const count = (isCounted: (prompt: (typeof judged)[number]) => boolean) => judged.filter(isCounted).length;
  const right = count((prompt) => prompt.taken && prompt.label === 'person');
  const [all, found] = [count(({ label }) => label === 'person'), count((prompt) => prompt.taken)];
  printTable([
    ['prompts', "a person's", 'taken for one', 'precision', 'recall'],
    [prompts.length, all, found, (right / found).toFixed(2), (right / all).toFixed(2)],
  ]);
  console.log('');
  printTable([
    ['kind', 'label', 'prompts', 'right'],
    ...[...Map.groupBy(judged, ({ label, kind }) => `${label} ${kind}`)].map(([, group]) => [
      group[0]?.kind ?? '',
      group[0]?.label ?? '',
      group.length,
      group.filter((prompt) => prompt.taken === (prompt.label === 'person')).length,
    ]),
  ]);
  if (!values.misses) return;
  for (const { label, kind, records, taken: isTaken } of judged)
    if (isTaken !== (label === 'person')) console.log(`\n${label}, ${kind}: ${JSON.stringify(records).slice(0, 300)}`);
}

const Facts = z.looseObject({ prompts: z.array(z.unknown()) });

/** The ids of the sessions in which a prompt was found besides the one that each begins with. */
function takenForAPersons(prompts: readonly LabelledPrompt[]): Set<string> {
  const counts = imported(prompts, (home) => {
    const paths = globSync('projects/*/chronicle/*.md', { cwd: home });
    return new Map(
      paths.map((path) => {
        const chronicle = readFileSync(join(home, path), 'utf8');
        const facts = readFileSync(join(home, path.replace('/chronicle/', '/chronicle/facts/').replace(/md$/, 'json')));
        // What nobody attended is another program's.
        const isAttended = !/^attended: no$/m.test(chronicle);
        const count = isAttended ? Facts.parse(JSON.parse(facts.toString())).prompts.length : 0;
        return [/^session_id: (\S+)$/m.exec(chronicle)?.[1] ?? '', count];
      }),
    );
  });
  const isTaken = ({ id, alone }: LabelledPrompt) => (counts.get(id) ?? 0) > (alone ? 0 : 1);
  return new Set(prompts.filter(isTaken).map(({ id }) => id));
}
