import type { Session } from '../format/session.ts';
import { counted, duration } from '../lib/text/day.ts';
import { grouped } from '../lib/grouped.ts';
import { linesWords } from './facts-rows.ts';
import { importedPrompts } from './imported-counts.ts';

/** A figure about what sessions did, and its name. */
interface Total {
  label: string;
  value: string;
}

/**
 * What sessions did, from the heads of their facts: prompts, active time, lines, commits, test runs. Without zeros. Of what
 * other systems kept, only prompts are known, and they are counted apart.
 */
export function workTotals(sessions: readonly Session[]): Total[] {
  const heads = sessions.flatMap(({ facts }) => facts ?? []);
  const sum = (of: (head: (typeof heads)[number]) => number) => heads.reduce((total, head) => total + of(head), 0);
  const number = (count: number) => (count === 0 ? '' : grouped(count));
  const prompts = number(sum((head) => head.prompts));
  const imported = sessions.reduce((total, session) => total + importedPrompts(session), 0);
  const minutes = sum(({ activeMinutes }) => activeMinutes);
  const added = sum(({ edits }) => edits.added);
  const removed = sum(({ edits }) => edits.removed);
  const failed = sum(({ tests }) => tests.failed);
  const runs = number(sum(({ tests }) => tests.runs));
  return [
    {
      label: 'Prompts',
      value: prompts === '' || imported === 0 ? prompts : `${prompts} (${number(imported)} imported)`,
    },
    { label: 'Active time', value: minutes === 0 ? '' : duration(minutes) },
    { label: 'Lines changed', value: added + removed === 0 ? '' : linesWords({ added, removed }) },
    { label: 'Commits', value: number(sum(({ commits }) => commits)) },
    { label: 'Test runs', value: runs === '' || failed === 0 ? runs : `${runs}, ${number(failed)} failed` },
  ].filter(({ value }) => value !== '');
}

/** What a session did, beside its events: `12 prompts`, `11 files`, `5 commits`. Without zeros. */
export function workWords({ facts }: Pick<Session, 'facts'>): string[] {
  if (!facts) return [];
  const { prompts, edits, commits } = facts;
  return [
    ...(prompts > 0 ? [counted(prompts, 'prompt')] : []),
    ...(edits.files > 0 ? [counted(edits.files, 'file')] : []),
    ...(commits > 0 ? [counted(commits, 'commit')] : []),
  ];
}
