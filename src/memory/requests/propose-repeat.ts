/** Files the memory that a request or a failure could become, as a proposal like any other: a person decides on it. */
import { EvidenceReader } from '#src/memory/evidence.ts';
import { MemoryState, withMemory } from '../memory-files.ts';
import { readProposals } from '../proposals.ts';
import { badProposal, changeFaults } from '#src/memory/propose.ts';
import { type StoredProposal, storeProposals } from '../propose.ts';
import type { World } from '#src/lib/world.ts';
import type { MemoryPlace } from '#src/lib/paths.ts';
import { knownProposal } from './proposal-of.ts';
import { type PromptOf, proposedMemory } from './proposed-memory.ts';
import { type Repeat, repeatId, seenIn } from './repeats.ts';

/**
 * Files the proposal for `sessionId`, or else for the newest session with that request or failure. A repeat that was already
 * proposed is not proposed again, whatever became of the proposal. Refuses one without a prompt to rest on (CHRONICLE_BAD_PROPOSAL).
 */
export function proposeRepeat(
  world: World,
  place: MemoryPlace,
  sessionId: string | null,
  repeat: Repeat,
  promptOf: PromptOf,
): StoredProposal {
  return withMemory(place, () => {
    const { proposals } = readProposals(place);
    const state = new MemoryState(place);
    const open = proposals.filter((proposal) => proposal.state === 'open').map(({ file }) => file);
    const { file, text, reason, events } = proposedMemory(repeat, promptOf, new Set([...state.names, ...open]));
    const named = repeat.kind === 'request' ? repeat.request : repeat.failure;
    const known = knownProposal(named, proposals);
    const earlier = known && known.state !== 'undone' ? proposals.find(({ id }) => id === known.id) : undefined;
    if (earlier)
      return { proposal: earlier, was: `${earlier.id} [${earlier.action}] ${earlier.file} is ${earlier.state}.` };
    const evidence = new EvidenceReader(world);
    const usable = events.filter((event) => !('fault' in evidence.find(event, '')));
    const faults = changeFaults(state, { action: 'NEW', file, text }).map(({ fault }) => `${file}: ${fault}`);
    if (usable.length === 0)
      faults.push(`${repeatId(repeat)}: its prompts cannot be read, and a proposal rests on at least one.`);
    if (faults.length > 0) throw badProposal(faults);
    const newest = seenIn(repeat).sessionIds.find((id) => usable.some((event) => event.startsWith(`${id}#`)));
    const filed = { action: 'NEW' as const, file, text, events: usable, reason };
    const [stored] = storeProposals(place, sessionId ?? newest ?? '', state, [filed], world.now());
    if (!stored) throw badProposal([`${file}: it could not be filed.`]);
    return stored;
  });
}
