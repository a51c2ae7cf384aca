/**
 * The commands that the agent runs again and again, apart from the hooks, so that each of the two files is
 * small: to load one takes a good part of the time it costs.
 *
 *     node hooks/dist/agent.cjs log ERROR < text
 */
import { log, summary, tags } from '#src/node/record/agent-commands.ts';
import { realWorld } from '#src/node/world.ts';
import { run } from './run.ts';

run('command', {
  log: (args) => log(realWorld(), args),
  summary: (args) => summary(realWorld(), args),
  tags,
});
