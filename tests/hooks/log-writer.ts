/* One of several of our processes that log at the same time: `node log-writer.ts <session> <name> <events>`. */
import { logEvent } from '#src/node/record/log.ts';
import { realWorld } from '#src/node/world.ts';

const [session, name = '', events = '0'] = process.argv.slice(2);
for (let n = 0; n < Number(events); n++)
  logEvent(realWorld(), session, 'DECISION', { text: `${name} ${n}`, details: '' });
