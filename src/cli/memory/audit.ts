import { defineCommand } from '#src/cli/command.ts';
import { printJson, printResult } from '#src/cli/terminal/print.ts';
import { auditProjects } from '#src/memory/audit.ts';
import { counted } from '#src/lib/text/day.ts';
import { capitalised } from '#src/lib/spelled.ts';
import type { CommandHelp } from '../command.ts';
import { say } from '../terminal/print.ts';
import { auditEntries, formatAudit, MOST_FINDINGS } from './format-audit.ts';
import { viewedMemory } from './viewed-memory.ts';

export const help: CommandHelp = {
  exits: { 1: 'with --strict, there are findings' },
  files: [['<config>/projects/*/memory/', "Claude Code's memory, with its index MEMORY.md"]],
};

export const command = defineCommand({
  meta: {
    name: 'chronicle memory audit',
    description:
      'Find problems in memories: an index past its limits, missing files or entries, near-duplicates, rules still being broken or never applied',
  },
  args: {
    project: {
      type: 'string',
      valueHint: 'project',
      description: "Only memories of this project (default: the current session's, or all outside a session)",
    },
    strict: { type: 'boolean', description: 'Exit with 1 if there are findings' },
    json: { type: 'boolean', description: 'Print JSON' },
  },
  async run({ args, io }) {
    const { memory, standings, placeOf } = await viewedMemory(io, args.project);
    const audits = auditProjects(memory, standings);
    const found = audits.reduce((sum, { findings }) => sum + findings.length, 0);
    if (args.json) printJson(io, auditEntries(audits));
    else
      printResult(
        io,
        formatAudit(audits, (project) => placeOf(project).memory, io.stdout.columns),
      );
    const rest = found - MOST_FINDINGS;
    if (!args.json && rest > 0)
      say(io, `${capitalised(counted(rest, 'more finding'))} not printed. Use --json to get all.`);
    const where = audits.length > 1 ? ` of ${audits.length} projects` : '';
    if (memory.files.length === 0 && found === 0) say(io, 'No memories to audit.');
    else
      say(
        io,
        `${capitalised(counted(found, 'finding'))} in ${counted(memory.files.length, 'memory', 'memories')}${where}.`,
      );
    return args.strict && found > 0 ? 1 : 0;
  },
});
