/**
 * The hot path in one file: the host runs it at each start and end of a session, and the agent
 * whenever it logs. The bundle of this file is committed, since a plugin has no `node_modules`.
 *
 *     node hooks/dist/chronicle.cjs session-start < payload.json
 *     node hooks/dist/chronicle.cjs log ERROR < text
 */
import { sentenceOf } from '../src/node/chronicle-error.ts';
import { finish, type Outcome } from '../src/node/outcome.ts';
import { log, summary, tags } from '../src/node/session/agent-commands.ts';
import { realWorld } from '../src/node/world.ts';
import { preToolUse, sessionEnd, sessionStart } from './host.ts';

const EVENTS: Record<string, (args: string[]) => Promise<Outcome>> = {
  'session-start': () => sessionStart(realWorld()),
  'session-end': () => sessionEnd(realWorld()),
  'pre-tool-use': () => preToolUse(realWorld()),
  log: (args) => log(realWorld(), args),
  summary: (args) => summary(realWorld(), args),
  tags,
};

async function main([event = '', ...args]: string[]): Promise<Outcome> {
  const run = Object.hasOwn(EVENTS, event) ? EVENTS[event] : undefined;
  if (!run)
    return {
      stderr: `There is no hook or command "${event}". There are ${Object.keys(EVENTS).join(', ')}.`,
      exitCode: 2,
    };
  try {
    return await run(args);
  } catch (error) {
    return { stderr: sentenceOf(error), exitCode: 2 };
  }
}

// Only stdin is read by a thread: starting the usual four costs more than a hook's work.
process.env.UV_THREADPOOL_SIZE ??= '1';

main(process.argv.slice(2)).then(finish);
