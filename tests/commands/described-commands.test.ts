import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { COMMANDS } from '#src/cli/commands.ts';
import { ROOT } from '../support/root.ts';

/** The commands that each row of the table is about: the first names its command whole, others may leave out what they share. */
const ROWS = readFileSync(join(ROOT, 'docs/commands.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `chronicle'))
  .map((line) =>
    Array.from(line.split(' | ', 1)[0]?.matchAll(/`(?:chronicle )?([^`]+)`/g) ?? [], ([, name = '']) => name),
  );

const NAMES = [...COMMANDS].flatMap(([name, { commands, runsAlone }]) => [
  ...(commands && !runsAlone ? [] : [name]),
  ...Array.from(commands?.keys() ?? [], (sub) => `${name} ${sub}`),
]);

it.each(NAMES)('docs/commands.md describes chronicle %s', (name) => {
  const [group = '', sub] = name.split(' ');
  const isInRow = (row: string[]) =>
    row.includes(name) || (sub !== undefined && row[0]?.startsWith(`${group} `) && row.includes(sub));
  expect(ROWS.some(isInRow)).toBe(true);
});
