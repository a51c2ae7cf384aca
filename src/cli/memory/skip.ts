import { defineCommand } from 'citty';
import { skipProposals } from '#src/node/memory/store-proposals.ts';
import { memoryPlaceFor } from '#src/node/memory/which-project.ts';
import { realWorld } from '#src/node/world.ts';
import { oneLine } from '#src/text/clip.ts';
import { printResult } from '../result.ts';
import { PLACE_ARGS, proposalsMeant } from './which-proposals.ts';

export const command = defineCommand({
  meta: {
    name: 'chronicle memory skip',
    description: "Note a person's no to proposals. They are kept, and the archive says if the mistake comes back",
  },
  args: {
    proposals: { type: 'positional', required: false, description: 'Ids of proposals, or all that are open' },
    ...PLACE_ARGS,
  },
  run({ args }) {
    const world = realWorld();
    const place = memoryPlaceFor(world, args);
    const ids = proposalsMeant(place, args._, 'skip').map(({ id }) => id);
    const skipped = skipProposals(place, ids, world.now());
    printResult(skipped.map(({ id, action, file }) => `${id} [${action}] ${oneLine(file)}: skipped.`).join('\n'));
    return 0;
  },
});
