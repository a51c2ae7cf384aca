/*
 * One of several of our processes that write at the same time, events or notes:
 *
 *     node log-writer.ts <session> <name> <count> [note]
 */

import { realWorld } from '#src/lib/world.ts';
import { log } from '../../hooks/log.ts';
import { note } from '#src/notes/note-commands.ts';

const [session = '', name = '', count = '0', kind] = process.argv.slice(2);
for (let n = 0; n < Number(count); n++) {
  const text = `${name} ${n}`;
  const [command, word] = kind === 'note' ? ([note, 'discovered'] as const) : ([log, 'DECISION'] as const);
  const { exitCode } = await command(realWorld(), [word, '--session', session], async () => text);
  if (exitCode) throw new Error(`${text} was not written.`);
}
