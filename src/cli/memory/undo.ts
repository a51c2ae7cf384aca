import { defineCommand } from '#src/cli/command.ts';
import { printResult } from '#src/cli/terminal/print.ts';
import { agreed } from '#src/memory/memory-lock.ts';
import { planUndo, type Undoing } from '#src/memory/plan-undo.ts';
import { undoChange } from '#src/memory/undo.ts';
import { memoryPlaceFor } from '#src/memory/which-project.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { say } from '../terminal/print.ts';
import { consentTo, PROOF_ARG } from './consent.ts';
import { PLACE_ARGS } from './find-proposals.ts';
import { diffOf, finishOrName } from './finish-left-change.ts';
import { formatApplied } from './format-applied.ts';
import { refreshMemoryIndex } from './refresh.ts';

export const command = defineCommand({
  meta: {
    name: 'chronicle memory undo',
    description:
      'Undo the last memory change, or the change of one proposal, byte for byte, after asking a person. Refuses if the files have changed since',
  },
  args: {
    change: { type: 'positional', required: false, description: 'Id of an applied proposal (default: the last one)' },
    ...PLACE_ARGS,
    'keep-index': {
      type: 'boolean',
      description: "If MEMORY.md has changed since: undo only the memory's own line there and keep the rest",
    },
    yes: { type: 'boolean', description: 'Do not ask. In a Claude Code session the hook still asks' },
    ...PROOF_ARG,
  },
  async run({ args, io }) {
    const { world } = io;
    const place = memoryPlaceFor(world, args);
    await finishOrName(io, place, agreed('undo', args.yes === true ? args._ : []));
    const [word = 'last', ...more] = args._;
    if (more.length > 0) {
      throw new ChronicleError(
        'CHRONICLE_WRONG_USE',
        'chronicle memory undo takes the id of one applied proposal, or last. Nothing was changed.',
      );
    }
    const options = { keepIndex: args['keep-index'] === true };
    const planned = planUndo(place, word, options);
    const shown = await consentTo(io, {
      place,
      verb: 'undo',
      ids: [planned.id],
      yes: args.yes === true,
      proof: args.proof,
      text: () => formatUndoing(planned),
      question: 'Undo this change?',
    });
    if (shown === null) {
      say(io, 'Nothing was changed.');
      return 2;
    }
    printResult(io, formatApplied([undoChange(place, planned.id, world.now(), { ...options, shown })]));
    refreshMemoryIndex(io);
    return 0;
  },
});

function formatUndoing({ id, file, memory, index }: Undoing): string {
  const diffs = [diffOf(file, memory), ...(index ? [diffOf('MEMORY.md', index)] : [])];
  return [`Undoing ${id} changes ${file} like this:`, '', ...diffs].join('\n');
}
