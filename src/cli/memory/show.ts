import { defineCommand } from '../command.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { pathsIn } from '#src/lib/env.ts';
import { nearestOf } from '#src/lib/nearest.ts';
import { memoryPlace } from '#src/lib/paths.ts';
import { capitalised } from '#src/lib/spelled.ts';
import { clip, oneLine } from '#src/lib/text/clip.ts';
import { counted } from '#src/lib/text/day.ts';
import type { MemoryChange } from '#src/memory/history.ts';
import type { ProjectProposal } from '#src/memory/proposals.ts';
import { type Occurrence, occurrenceName } from '#src/memory/misses.ts';
import { cameBack, type MemoryResult, stateOfMemory } from '#src/memory/memory-results.ts';
import { printResult } from '../terminal/print.ts';
import { bold, dim, joined, line, red, type Text } from '../terminal/text.ts';
import { measureOf, wrap } from '../terminal/wrap.ts';
import { bornWords, fileOf, type ListedMemory, stateText } from './list.ts';
import { VIEW_ARGS, viewedMemory } from './own-memory.ts';

/** A longer list of projects is cut. */
const MOST_LISTED = 20;

export const command = defineCommand({
  meta: {
    name: 'chronicle memory show',
    description: 'Print one memory: its text, its history, its hits and misses, and whether it helped',
  },
  args: {
    file: { type: 'positional', required: false, description: 'Name of the memory file, with or without .md' },
    ...VIEW_ARGS,
  },
  run({ args, io }) {
    if (args.file === undefined || args._.length > 1)
      throw new ChronicleError(
        'CHRONICLE_NO_MEMORY',
        'chronicle memory show takes the file name of one memory. chronicle memory list shows all memories.',
      );
    const { memory, results } = viewedMemory(io, args.project);
    const result = resultNamed(results, args.file);
    const { project, file } = result.history;
    const shown: ShownMemory = {
      result,
      file: fileOf(result, memory.files),
      path: `${memoryPlace(pathsIn(io.env), project.directory).memory}/${file}`,
      proposals: memory.proposals.filter((each) => each.project.directory === project.directory && each.file === file),
    };
    printResult(io, formatMemory(shown, io.stdout.columns));
    return 0;
  },
});

function resultNamed(results: readonly MemoryResult[], name: string): MemoryResult {
  const requested = name.toLowerCase().replace(/^(?:.*[/\\])?memory[/\\]/, '');
  const fits = (file: string) => [requested, `${requested}.md`].includes(file.toLowerCase());
  const [found, ...more] = results.filter(({ history }) => fits(history.file));
  if (found && more.length === 0) return found;
  if (found) {
    const names = [found, ...more].map(({ history }) => history.project.name).slice(0, MOST_LISTED);
    throw new ChronicleError(
      'CHRONICLE_SEVERAL_MEMORIES',
      `${more.length + 1} projects have a memory ${found.history.file}: ${names.join(', ')}. Choose one with --project.`,
    );
  }
  const files = results.map(({ history }) => history.file);
  const nearest =
    nearestOf(`${requested.replace(/\.md$/, '')}.md`, files) ??
    files.find((file) => file.toLowerCase().includes(requested));
  const advice = nearest ? `Did you mean ${nearest}?` : 'chronicle memory list shows all memories.';
  throw new ChronicleError('CHRONICLE_NO_MEMORY', `There is no memory ${name}. ${advice}`);
}

/** A memory with everything known about it. */
interface ShownMemory extends ListedMemory {
  path: string;
  /** Its proposals, decided or not. */
  proposals: ProjectProposal[];
}

/** Claude Code cuts command output at 30,000 characters: a text, the newest lines of a list, and a line. */
const MOST = { text: 14_000, textLines: 200, list: 15, line: 200 };
/** No year that dates could be shown without. */
const WITH_YEAR = '-';

/** A memory as text: facts, verdict, its text, changes, misses and hits with their references, open proposals. */
function formatMemory({ result, file, path, proposals }: ShownMemory, width: number): Text {
  const { history, exists, before, since, isBroken, hits, effect } = result;
  const back = isBroken ? `Its mistake ${cameBack(result, WITH_YEAR)}. ` : '';
  const open = proposals.filter(({ state }) => state === 'open');
  const text = file && !file.text.isUnread ? file.text.raw : null;
  const facts = [
    history.project.name,
    file?.text.type ?? 'no type',
    ...(text === null ? [] : [counted(Buffer.byteLength(text), 'byte')]),
    history.born ? `written ${bornWords(result)}` : 'no date',
  ];
  return joined([
    bold(oneLine(history.file)),
    facts.join(', '),
    dim(oneLine(path)),
    ...(exists ? [] : ['This memory was deleted. Its history is kept.']),
    ...(file?.text.isUnread ? [red(`It cannot be read: ${file.text.fault}.`)] : []),
    wrap(line`${stateText(result, capitalised(stateOfMemory(result)))}. ${back}${effect.because}`, measureOf(width)),
    ...(text === null
      ? []
      : ['', ...cutLines(text.slice(0, MOST.text), MOST.textLines, '  | ', text.length > MOST.text)]),
    ...section('History', history.changes.map(changeLine)),
    ...section('Missed since it was written', since.map(eventLine)),
    ...section('Missed before it was written', before.map(eventLine)),
    ...section('Hits', hits.map(eventLine)),
    ...section(
      'Open proposals',
      open.map(({ id, action, reason, proposed }) => `${id} ${action} ${proposed.slice(0, 10)} ${reason}`),
    ),
  ]);
}

/** The newest lines under a heading; nothing if there are none. */
function section(heading: string, lines: readonly string[]): Text[] {
  if (lines.length === 0) return [];
  const rest = lines.length - MOST.list;
  return [
    '',
    bold(`${heading} (${lines.length})`),
    ...(rest > 0 ? [`  … ${rest} earlier.`] : []),
    ...lines.slice(-MOST.list).map((each) => `  ${clip(oneLine(each), MOST.line)}`),
  ];
}

function changeLine({ at, action, source, dated, session_id, events }: MemoryChange): string {
  const when = `${at.slice(0, 10)}${dated ? ' (file date)' : ''}`;
  const on = events.length === 0 ? '' : `, based on ${events.join(', ')}`;
  return `${when} ${action}, ${source}, in session ${session_id}${on}`;
}

function eventLine(occurrence: Occurrence): string {
  return `${occurrence.event.date} ${occurrenceName(occurrence)} ${occurrence.event.text}`;
}

/** The first lines of a text, each after `mark`. */
function cutLines(text: string, most: number, mark: string, isCut = false): string[] {
  const all = text.trimEnd().split(/\r?\n/);
  const lines = all.slice(0, most).map((each) => `${mark}${each}`);
  return isCut || all.length > most ? [...lines, '  …'] : lines;
}
