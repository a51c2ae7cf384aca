import { defineCommand } from '#src/cli/command.ts';
import { planUndo, undoChange } from '#src/memory/change.ts';
import { type Sides, textOf } from '#src/memory/file-bytes.ts';
import { memoryPlaceFor } from '#src/cli/memory/which-project.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { unifiedDiff } from '#src/lib/unified-diff.ts';
import { printResult, say } from '../terminal/print.ts';
import { consentTo, DECISION_ARGS } from './consent.ts';
import { formatApplied } from './format-proposal.ts';
import { refreshMemoryIndex } from './own-memory.ts';

export const command = defineCommand({
  meta: {
    name: 'chronicle memory undo',
    description:
      'Undo the last memory change, or the change of one proposal, byte for byte, after asking a person. Refuses if the files have changed since',
  },
  args: {
    change: { type: 'positional', required: false, description: 'Id of an applied proposal (default: the last one)' },
    ...DECISION_ARGS,
    'keep-index': {
      type: 'boolean',
      description: "If MEMORY.md has changed since: undo only the memory's own line there and keep the rest",
    },
    yes: { type: 'boolean', description: 'Do not ask. In a Claude Code session the hook still asks' },
  },
  async run({ args, io }) {
    const { env } = io;
    const place = memoryPlaceFor(env, args);
    const [word = 'last', ...more] = args._;
    if (more.length > 0) {
      throw new ChronicleError(
        'CHRONICLE_WRONG_USE',
        'chronicle memory undo takes the id of one applied proposal, or last. Nothing was changed.',
      );
    }
    const options = { keepIndex: args['keep-index'] === true };
    const { id, file, memory, index } = planUndo(place, word, options);
    const text = () => {
      const diffs = [diffOf(file, memory), ...(index ? [diffOf('MEMORY.md', index)] : [])];
      return [`Undoing ${id} changes ${file} like this:`, '', ...diffs].join('\n');
    };
    const asked = { place, verb: 'undo' as const, ids: [id], proof: args.proof };
    const shown = await consentTo(io, asked, { yes: args.yes === true, text, question: 'Undo this change?' });
    if (shown === null) {
      say(io, 'Nothing was changed.');
      return 2;
    }
    printResult(io, formatApplied([undoChange(place, id, env.now(), { ...options, shown })]));
    refreshMemoryIndex(io);
    return 0;
  },
});

function diffOf(file: string, { before, after }: Sides): string {
  return unifiedDiff(file, textOf(before), textOf(after));
}
