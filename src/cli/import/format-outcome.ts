import { IMPORT_KINDS } from '#src/format/import-kinds.ts';
import type { ImportOutcome, ProjectOutcome } from '#src/import/sources/run-import.ts';
import { counted } from '#src/lib/text/day.ts';
import { grouped } from '#src/lib/grouped.ts';
import { listed } from '#src/lib/listed.ts';
import { table } from '../terminal/table.ts';
import { joined, type Text } from '../terminal/text.ts';
import { measureOf, wrap } from '../terminal/wrap.ts';
import { type Names, SKIPPED } from './report-names.ts';

interface Options {
  name: string;
  isDryRun: boolean;
  width: number;
}

/** The report of an import, for people. */
export function formatOutcome(outcome: ImportOutcome, options: Options): Text {
  const { id, projects, unchanged, skipped, leftOut, cleaned, sources } = outcome;
  const text = (words: string) => (words === '' ? [] : [wrap(words, measureOf(options.width))]);
  const reasons = (counts: Readonly<Record<string, number>>) =>
    listed(Object.entries(counts).map(([reason, count]) => `${grouped(count)} ${reason}`));
  return joined(
    [
      ...text(conclusion(outcome, options)),
      ...(projects.length === 0 ? [] : [projectTable(projects, options.width)]),
      ...text(
        [
          unchanged === 0 ? '' : `Sessions without anything new: ${grouped(unchanged)}.`,
          Object.keys(skipped).length === 0 ? '' : `Sessions skipped: ${skippedWords(skipped)}.`,
          Object.keys(leftOut).length === 0 ? '' : `Left out: ${reasons(leftOut)}.`,
          cleaned === 0 ? '' : `Secrets replaced in ${counted(cleaned, 'text')}.`,
          ...sources.flatMap(({ remarks }) => remarks),
        ]
          .filter((line) => line !== '')
          .join('\n'),
      ),
      ...text(id === null ? '' : `To undo it, run chronicle import undo ${id}.`),
    ],
    '\n\n',
  );
}

/** `3 in excluded directories and 1 without a time` */
function skippedWords(counts: Readonly<Record<string, number>>): string {
  const names: Names = SKIPPED;
  return listed(
    Object.entries(counts).map(
      ([reason, count]) => `${grouped(count)} ${names[reason]?.[count === 1 ? 0 : 1] ?? reason}`,
    ),
  );
}

function conclusion({ sources, projects }: ImportOutcome, { name, isDryRun }: Options): string {
  const { label = name } = IMPORT_KINDS.find((kind) => kind.name === name) ?? {};
  if (sources.length === 0) return `Nothing of ${label} was found in its usual places. Nothing was changed.`;
  const readable = sources.filter(({ problem }) => problem === null);
  if (readable.length === 0) return 'Nothing was imported.';
  const places = readable.map(({ path }) => path).join(', ');
  const sum = (pick: (project: ProjectOutcome) => number) =>
    projects.reduce((count, project) => count + pick(project), 0);
  const sessions = sum(({ created, joined: added }) => created + added);
  if (sessions === 0) return `Read ${places}. Nothing to import. Nothing was changed.`;
  const kept = [
    counted(
      sum(({ observations }) => observations),
      'observation',
    ),
    counted(
      sum(({ prompts }) => prompts),
      'prompt',
    ),
    counted(
      sum(({ handoffs }) => handoffs),
      'handoff',
    ),
  ].filter((words) => !words.startsWith('no '));
  const verb = isDryRun ? 'Would import' : 'Imported';
  return `Read ${places}. ${verb} ${listed(kept)} of ${counted(sessions, 'session')}.${isDryRun ? ' Nothing was changed.' : ''}`;
}

function projectTable(projects: readonly ProjectOutcome[], width: number): Text {
  const rows = projects
    .toSorted((a, b) => b.created + b.joined - (a.created + a.joined))
    .map(({ directory, cwd, created, joined: added, observations, prompts }) => [
      nameOf(directory, cwd),
      grouped(created),
      grouped(added),
      grouped(observations),
      grouped(prompts),
    ]);
  const head = ['Project', 'New sessions', 'Added to', 'Observations', 'Prompts'];
  return table(rows, { head, right: [1, 2, 3, 4], width });
}

function nameOf(directory: string, cwd: string): string {
  return cwd.split(/[\\/]/).findLast((part) => part !== '') ?? directory;
}
