import { defineCommand } from '../command.ts';
import { printJson, printResult, say } from '../terminal/print.ts';
import { type RecordedRun, importRuns } from '#src/import/import-run.ts';
import { pathsIn } from '#src/lib/env.ts';
import { localMinute } from '#src/lib/text/day.ts';
import { grouped } from '#src/lib/grouped.ts';
import { table } from '../terminal/table.ts';

export const command = defineCommand({
  meta: {
    name: 'chronicle import list',
    description: 'List the imports, oldest first, with the ids that chronicle import undo takes',
  },
  args: { json: { type: 'boolean', description: 'Print JSON' } },
  run({ args, io }) {
    const runs = importRuns(pathsIn(io.env));
    if (args.json) {
      printJson(io, runs.map(entryOf));
      return 0;
    }
    if (runs.length === 0) say(io, 'Nothing was imported yet. chronicle import lists what could be.');
    const rows = runs.map(entryOf).map(({ id, at, kind, sessions, files, state, from }) => {
      return [id, localMinute(at), kind, grouped(sessions), grouped(files), state, from];
    });
    const head = ['Import', 'When', 'System', 'Sessions', 'Files', 'State', 'From'];
    printResult(io, table(rows, { head, right: [3, 4], width: io.stdout.columns, last: 'cut' }));
    return 0;
  },
});

function entryOf({ id, kind, from, at, writes, ended, undone }: RecordedRun) {
  const sessions = new Set(writes.map(({ session }) => session).filter((session) => session !== ''));
  const files = writes.reduce((count, write) => count + Object.keys(write.files).length, 0);
  const state = undone !== null ? 'undone' : ended === null ? 'stopped' : 'done';
  return { id, at, kind, from, sessions: sessions.size, files, state };
}
