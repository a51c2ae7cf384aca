import { defineCommand } from '#src/cli/command.ts';
import { printJson, printResult } from '#src/cli/terminal/print.ts';
import type { MemoryStanding } from '#src/memory/standings.ts';
import { outsideChange, outsideWords } from '#src/memory/history.ts';
import { outsideDiff } from '#src/memory/change.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { nearestOf } from '#src/lib/nearest.ts';
import { listedMemories } from './format-memories.ts';
import { formatMemory, memoryDetails, type ShownMemory } from './format-memory.ts';
import { type ViewedMemory, viewedMemory } from './viewed-memory.ts';

/** A longer list of projects is cut. */
const MOST_LISTED = 20;

export const command = defineCommand({
  meta: {
    name: 'chronicle memory show',
    description: 'Print one memory: its text, its history, its hits and misses, and whether it helped',
  },
  args: {
    file: { type: 'positional', required: false, description: 'Name of the memory file, with or without .md' },
    project: {
      type: 'string',
      valueHint: 'project',
      description: "Only memories of this project (default: the current session's, or all outside a session)",
    },
    json: { type: 'boolean', description: 'Print JSON' },
  },
  async run({ args, io }) {
    if (args.file === undefined || args._.length > 1) {
      throw new ChronicleError(
        'CHRONICLE_NO_MEMORY',
        'chronicle memory show takes the file name of one memory. chronicle memory list shows all memories.',
      );
    }
    const viewed = await viewedMemory(io, args.project);
    const shown = shownOf(viewed, standingNamed(viewed.standings, args.file));
    if (args.json) printJson(io, memoryDetails(shown));
    else printResult(io, formatMemory(shown, io.stdout.columns));
    return 0;
  },
});

function standingNamed(standings: readonly MemoryStanding[], name: string): MemoryStanding {
  const requested = name.toLowerCase().replace(/^(?:.*[/\\])?memory[/\\]/, '');
  const fits = (file: string) => [requested, `${requested}.md`].includes(file.toLowerCase());
  const [found, ...more] = standings.filter(({ history }) => fits(history.file));
  if (found && more.length === 0) return found;
  if (found) {
    const names = [found, ...more].map(({ history }) => history.project.name).slice(0, MOST_LISTED);
    throw new ChronicleError(
      'CHRONICLE_SEVERAL_MEMORIES',
      `${more.length + 1} projects have a memory ${found.history.file}: ${names.join(', ')}. Choose one with --project.`,
    );
  }
  const files = standings.map(({ history }) => history.file);
  const nearest =
    nearestOf(requested, files) ??
    nearestOf(`${requested}.md`, files) ??
    files.find((file) => file.toLowerCase().includes(requested.replace(/\.md$/, '')));
  const advice = nearest ? `Did you mean ${nearest}?` : 'chronicle memory list shows all memories.';
  throw new ChronicleError('CHRONICLE_NO_MEMORY', `There is no memory ${name}. ${advice}`);
}

function shownOf({ memory, placeOf, startOf }: ViewedMemory, standing: MemoryStanding): ShownMemory {
  const { project, file } = standing.history;
  const place = placeOf(project);
  const outside = outsideChange(standing.history.changes);
  const [listed] = listedMemories([{ ...standing, exists: true }], memory.files);
  return {
    standing,
    file: listed?.file,
    path: `${place.memory}/${file}`,
    proposals: memory.proposals.filter((each) => each.project.directory === project.directory && each.file === file),
    outside: outside && {
      at: outside.at,
      when: outsideWords(outside, startOf(outside.session_id)),
      session: outside.session_id,
      diff: outsideDiff(place, file),
    },
  };
}
