import { systemLabel } from '#src/format/import-kinds.ts';
import { defineCommand } from '../command.ts';
import { printJson, printResult, say } from '../terminal/print.ts';
import { type Found, findSources } from '#src/import/find-sources.ts';
import { counted } from '#src/lib/text/day.ts';
import { listed } from '#src/lib/listed.ts';
import type { CommandHelp } from '../command.ts';
import { joined } from '../terminal/text.ts';
import { measureOf, wrap } from '../terminal/wrap.ts';

export const help: CommandHelp = {
  examples: [
    ['chronicle import', 'lists what is on this machine and could be imported'],
    ['chronicle import claude-mem --dry-run', 'shows what one import would bring in'],
  ],
};

export const command = defineCommand({
  meta: {
    name: 'chronicle import',
    description:
      'List what could be imported: transcripts, and what other systems kept on this machine, with counts. Only reads',
  },
  args: { json: { type: 'boolean', description: 'Print JSON' } },
  async run({ args, io }) {
    const sources = await findSources(io.env);
    if (args.json) {
      printJson(io, sources);
      return 0;
    }
    const width = measureOf(io.stdout.columns);
    printResult(
      io,
      joined(
        sources.map((source) => wrap(lineOf(source), width)),
        '\n\n',
      ),
    );
    say(
      io,
      sources.length === 0
        ? 'Nothing was found that could be imported. Give a path if it is elsewhere: chronicle import <kind> <path>.'
        : 'Nothing was changed. Add --dry-run to see what an import would bring in.',
    );
    return 0;
  },
});

function lineOf({ kind, path, counts, remarks, problem, hasNew = true }: Found): string {
  const label = kind === 'transcripts' ? "Claude Code's transcripts" : systemLabel(kind);
  const amounts = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([word, count]) => counted(count, singular(word), word));
  const has = amounts.length === 0 ? 'empty' : listed(amounts);
  return [
    `${label}: ${path}`,
    `  ${problem ?? `${has}.`}`,
    ...remarks.map((remark) => `  ${remark}`),
    ...(problem === null && hasNew ? [`  To import: chronicle import ${kind}`] : []),
  ].join('\n');
}

/** `entries` is `entry`, `summaries` is `summary`, `notes` is `note`. */
function singular(word: string): string {
  return word.replace(/ies$/, 'y').replace(/s$/, '');
}
