import { defineCommand } from '../command.ts';
import { clip, oneLine } from '#src/lib/text/clip.ts';
import { counted, dayRange } from '#src/lib/text/day.ts';
import { briefingUse } from '#src/memory/briefing-use.ts';
import type { MemoryFile } from '#src/memory/history.ts';
import { type MemoryResult, stateOfMemory } from '#src/memory/memory-results.ts';
import { MEMORIES_QUESTION, memoriesAnswer } from '#src/memory/verdict.ts';
import { readLimit } from '../option-values.ts';
import { printResult, say } from '../terminal/print.ts';
import { table } from '../terminal/table.ts';
import { dim, green, line, red, type Text } from '../terminal/text.ts';
import { VIEW_ARGS, viewedMemory } from './own-memory.ts';
import { formatRepeats, ownRepeats } from './repeats.ts';

export const command = defineCommand({
  meta: {
    name: 'chronicle memory list',
    description:
      'List memories with their hits, misses and verdict, those still being broken first; then what you keep telling the agent, and what fails the same way each time',
  },
  args: {
    ...VIEW_ARGS,
    limit: { type: 'string', valueHint: 'count', default: '40', description: 'How many memories to list' },
  },
  run({ args, io }) {
    const limit = readLimit(args.limit);
    const { archive, snapshot, memory, results, isWhole, isViewed } = viewedMemory(io, args.project);
    const all = listedMemories(results, memory.files);
    const listed = all.slice(0, limit);
    const known = [...memory.files, ...results.map(({ history }) => history)];
    const hasSeveral = new Set(known.map(({ project }) => project.slug)).size > 1;
    printResult(io, formatMemories(listed, hasSeveral, io.stdout.columns));
    for (const { file } of listed) if (file?.text.isUnread) say(io, `${oneLine(file.file)}: ${file.text.fault}.`);
    const broken = all.filter(({ result }) => result.isBroken).length;
    if (all.length === 0) say(io, 'No memories yet.');
    else say(io, `${counted(all.length, 'memory', 'memories')}, ${broken === 0 ? 'none' : broken} still being broken.`);
    const rest = all.length - listed.length;
    if (rest > 0)
      say(io, `${counted(rest, 'more memory', 'more memories')} not listed. Use --limit ${all.length} to list all.`);
    const open = memory.proposals.filter(({ state }) => state === 'open').length;
    if (open > 0) say(io, `${counted(open, 'open proposal')}. To review in a terminal: chronicle review`);
    const question = isWhole
      ? MEMORIES_QUESTION
      : MEMORIES_QUESTION.replace('?', ` in ${results[0]?.history.project.name}?`);
    if (all.length > 0) say(io, `${question} ${memoriesAnswer(results).says}`);
    const sessions = snapshot.sessions.filter(isViewed);
    const repeats = ownRepeats(io, archive, sessions);
    if (repeats.length > 0) {
      printResult(io, line`\n${formatRepeats(repeats, io.stdout.columns)}`);
      say(io, 'To see one of these no more: chronicle memory dismiss <id>');
    }
    const briefing = briefingUse(sessions);
    if (briefing !== null) say(io, briefing);
    return 0;
  },
});

/** A memory in a list: its effect, and its file if there is one. */
export interface ListedMemory {
  result: MemoryResult;
  file: MemoryFile | undefined;
}

const LONGEST_NAME = 60;

/** The existing memories, in the order of `results`. */
function listedMemories(results: readonly MemoryResult[], files: readonly MemoryFile[]): ListedMemory[] {
  return results.filter(({ exists }) => exists).map((result) => ({ result, file: fileOf(result, files) }));
}

/** The file of a memory. */
export function fileOf({ history }: MemoryResult, files: readonly MemoryFile[]): MemoryFile | undefined {
  return files.find(({ project, file }) => project.directory === history.project.directory && file === history.file);
}

/** A table of memories with their hits, misses before and since, and states. */
function formatMemories(memories: readonly ListedMemory[], hasSeveral: boolean, width: number): Text {
  const head = [...['Memory', ...(hasSeveral ? ['Project'] : [])], ...['Written', 'Hits', 'Misses', 'State']];
  const rows = memories.map(({ result }): Text[] => {
    const { history, hits, before, since } = result;
    return [
      clip(oneLine(history.file), LONGEST_NAME),
      ...(hasSeveral ? [history.project.name] : []),
      dim(bornWords(result)),
      String(hits.length),
      `${before.length} → ${since.length}${nowWords(result)}`,
      stateText(result),
    ];
  });
  return table(rows, { head, right: [head.indexOf('Hits')], width });
}

/** ` (1 since 26 Oct 2026)`: the misses since a memory was strengthened, if it was missed before that. */
function nowWords({ since, now }: MemoryResult): string {
  if (now === null || now.how === 'written' || since.length === 0) return '';
  const day = now.at.slice(0, 10);
  return ` (${now.misses.length} since ${dayRange(day, day)})`;
}

/** A memory's state in its colour; `words` may be another form of it. */
export function stateText(result: MemoryResult, words: string = stateOfMemory(result)): Text {
  const state = stateOfMemory(result);
  return state === 'broken' ? red(words) : state === 'holds' ? green(words) : words;
}

/** `4 Aug 2026`, `4 Aug 2026 (file date)` or `no date`. */
export function bornWords({ history: { born } }: MemoryResult): string {
  if (!born) return 'no date';
  const day = born.at.slice(0, 10);
  return `${dayRange(day, day)}${born.isFileDate ? ' (file date)' : ''}`;
}
