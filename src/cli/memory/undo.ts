import { defineCommand } from 'citty';
import { ChronicleError } from '../../node/chronicle-error.ts';
import { unifiedDiff } from '../../node/diff/unified-diff.ts';
import { finishLeftChange } from '../../node/memory/memory-lock.ts';
import { planUndo, type Undoing, undoChange } from '../../node/memory/undo.ts';
import { memoryPlaceFor } from '../../node/memory/which-project.ts';
import { realWorld } from '../../node/world.ts';
import { say } from '../output.ts';
import { printResult } from '../result.ts';
import { hasConsent } from './consent.ts';
import { formatApplied } from './format-applied.ts';
import { refreshMemoryIndex } from './refresh.ts';
import { PLACE_ARGS } from './which-proposals.ts';

export const command = defineCommand({
  meta: {
    name: 'chronicle memory undo',
    description: 'Take back a change of memory, byte for byte, if nothing was changed since. A person is asked first',
  },
  args: {
    change: { type: 'positional', required: false, description: 'The id of an applied proposal, or last' },
    ...PLACE_ARGS,
    yes: { type: 'boolean', description: 'Do not ask. In a Claude Code session the hook asks all the same' },
  },
  async run({ args }) {
    const world = realWorld();
    const place = memoryPlaceFor(world, args);
    finishLeftChange(place);
    const [word, ...more] = args._;
    if (word === undefined || more.length > 0) {
      throw new ChronicleError(
        'CHRONICLE_WRONG_USE',
        'chronicle memory undo takes the id of one applied proposal, or last. Nothing was written.',
      );
    }
    const planned = planUndo(place, word);
    const agreed = await hasConsent(world, {
      ids: [planned.id],
      yes: args.yes === true,
      shown: () => formatUndoing(planned),
      question: 'Take this change back?',
    });
    if (!agreed) {
      say('Nothing was written.');
      return 2;
    }
    printResult(formatApplied([undoChange(place, planned.id, world.now())]));
    refreshMemoryIndex(world);
    return 0;
  },
});

function formatUndoing({ id, texts, file }: Undoing): string {
  const diffs = [
    unifiedDiff(file, texts.memory.before, texts.memory.after),
    texts.index && unifiedDiff('MEMORY.md', texts.index.before, texts.index.after),
  ];
  return [`${id} in ${file} would be taken back:`, '', ...diffs.filter((diff) => diff !== null)].join('\n');
}
