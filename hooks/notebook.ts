/**
 * The agent's commands for the session's notebook.
 *
 *     node hooks/dist/notebook.cjs note tried < text
 */
import { note, notes } from '#src/node/record/note-commands.ts';
import { realWorld } from '#src/node/world.ts';
import { run } from './run.ts';

run('command', {
  note: (args) => note(realWorld(), args),
  notes: (args) => notes(realWorld(), args),
});
