/**
 * The agent's commands for what a later session should know.
 *
 *     node hooks/dist/observe.cjs observe < text
 */
import { handoff, observe } from '#src/node/record/observe-commands.ts';
import { realWorld } from '#src/node/world.ts';
import { run } from './run.ts';

run('command', {
  observe: (args) =>
    observe(realWorld(), args, undefined, {
      growth: () => require('./growth.cjs'),
      book: () => require('./book.cjs'),
    }),
  handoff: (args) => handoff(realWorld(), args),
});
