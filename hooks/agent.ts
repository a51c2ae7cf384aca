/**
 * The commands that the agent runs often. They have bundles of their own, apart from the hooks, because loading a bundle
 * takes a good part of a command's time.
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
