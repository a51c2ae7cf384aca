import { defineCommand } from '#src/cli/command.ts';
import { printJson, printResult, say } from '#src/cli/terminal/print.ts';
import { type ImportRun, importRuns, type WrittenSession } from '#src/transcript/import-record.ts';
import { layoutIn } from '#src/lib/world.ts';
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
    const runs = importRuns(layoutIn(io.world));
    if (args.json) {
      printJson(io, runs.map(entryOf));
      return 0;
    }
    if (runs.length === 0) say(io, 'Nothing was imported yet. chronicle import lists what could be.');
    const rows = runs.map(entryOf).map(({ id, at, kind, sessions, records, state, from }) => {
      return [id, localMinute(at), kind, grouped(sessions), grouped(records), state, from];
    });
    const head = ['Import', 'When', 'System', 'Sessions', 'Records', 'State', 'From'];
    printResult(io, table(rows, { head, right: [3, 4], width: io.stdout.columns, last: 'cut' }));
    return 0;
  },
});

function entryOf({ id, kind, from, at, sessions, done, files, ended, undone }: ImportRun) {
  const written = sessions.filter(({ sessionId }) => done.has(sessionId));
  return {
    id,
    at,
    kind,
    from,
    sessions:
      new Set(written.map(({ sessionId }) => sessionId)).size +
      files.filter((file) => file.kind === 'chronicle').length,
    records: files.length + written.reduce((sum, session) => sum + recordsIn(session), 0),
    state: undone !== null ? 'undone' : ended === null ? 'stopped' : 'done',
  };
}

/** Observations, prompts and handoffs; for transcripts, which have none of them, files. */
function recordsIn({ keys, digests }: WrittenSession): number {
  return keys.length === 0 ? Object.keys(digests).length : keys.length;
}
