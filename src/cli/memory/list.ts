import { defineCommand } from '#src/cli/command.ts';
import { printJson, printResult } from '#src/cli/terminal/print.ts';
import { counted } from '#src/lib/text/day.ts';
import { readLimit } from '../option-values.ts';
import type { Io } from '../terminal/io.ts';
import { say } from '../terminal/print.ts';
import { line } from '../terminal/text.ts';
import { formatMemories, listedMemories, memoryEntry, unreadIn } from './format-memories.ts';
import { formatRepeats } from './format-repeats.ts';
import { type ViewedMemory, viewedMemory } from './viewed-memory.ts';

export const command = defineCommand({
  meta: {
    name: 'chronicle memory list',
    description:
      'List memories with their hits, misses and verdict, rules still being broken first; then what you keep telling the agent, and what fails the same way each time',
  },
  args: {
    project: {
      type: 'string',
      valueHint: 'project',
      description: "Only memories of this project (default: the current session's, or all outside a session)",
    },
    limit: { type: 'string', valueHint: 'count', default: '40', description: 'How many memories to list' },
    json: { type: 'boolean', description: 'Print JSON' },
  },
  async run({ args, io }) {
    const limit = readLimit(args.limit);
    const viewed = await viewedMemory(io, args.project);
    const { memory, standings, hasSeveral } = viewed;
    const all = listedMemories(standings, memory.files);
    const listed = all.slice(0, limit);
    if (args.json) printJson(io, listed.map(memoryEntry));
    else printResult(io, formatMemories(listed, hasSeveral, io.stdout.columns));
    for (const { file, fault } of unreadIn(listed)) say(io, `${file}: ${fault}.`);
    const broken = all.filter(({ standing }) => standing.isBroken).length;
    if (all.length === 0) say(io, 'No memories yet.');
    else say(io, `${counted(all.length, 'memory', 'memories')}, ${broken === 0 ? 'none' : broken} still being broken.`);
    const rest = all.length - listed.length;
    if (rest > 0)
      say(io, `${counted(rest, 'more memory', 'more memories')} not listed. Use --limit ${all.length} to list all.`);
    const open = memory.proposals.filter(({ state }) => state === 'open').length;
    if (open > 0) say(io, `${counted(open, 'open proposal')}. To review in a terminal: chronicle memory review`);
    if (all.length > 0) say(io, viewed.answer());
    if (!args.json) printRepeats(io, viewed);
    const briefing = viewed.briefing();
    if (briefing !== null) say(io, briefing);
    return 0;
  },
});

function printRepeats(io: Io, { repeats }: ViewedMemory): void {
  const found = repeats();
  if (found.length === 0) return;
  printResult(io, line`\n${formatRepeats(found, io.stdout.columns)}`);
  say(io, 'To see one of these no more: chronicle memory dismiss <id>');
}
