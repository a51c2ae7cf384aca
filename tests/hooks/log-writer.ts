/*
 * One of several of our processes that write at the same time, events or notes:
 *
 *     node log-writer.ts <session> <name> <count> [note]
 */

import { realWorld } from '#src/lib/world.ts';
import { logEvent } from '#src/notes/log-commands.ts';
import { note } from '#src/notes/note-commands.ts';

const [session = '', name = '', count = '0', kind] = process.argv.slice(2);
for (let n = 0; n < Number(count); n++) {
  const text = `${name} ${n}`;
  if (kind !== 'note') logEvent(realWorld(), session, 'DECISION', { text, details: '' });
  else if ((await note(realWorld(), ['discovered', '--session', session], async () => text)).exitCode)
    throw new Error(`${text} was not noted.`);
}
