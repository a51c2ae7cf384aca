/*
 * One of several of our processes that write at the same time:
 *
 *     node log-writer.ts <session> <name> <count>
 */

import { realEnv } from '#src/lib/env.ts';
import { log } from '../../hooks/log.ts';

const [session = '', name = '', count = '0'] = process.argv.slice(2);
for (let n = 0; n < Number(count); n++) {
  const text = `${name} ${n}`;
  const { exitCode } = await log(realEnv(), ['DECISION', '--session', session], async () => text);
  if (exitCode) throw new Error(`${text} was not written.`);
}
