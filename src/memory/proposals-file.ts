import { dirname } from 'node:path';
import type { Problem } from '#src/format/problem.ts';
import { type Proposal, parseProposals } from '#src/memory/proposals/proposal.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import type { MemoryPlace } from '#src/lib/paths.ts';
import { asBytes, asText } from '../lib/latin1.ts';
import { editFile, readBytes } from './file-bytes.ts';
import { ownDirectory } from './own-directory.ts';

/** All proposals for a project's memories, decided or not, in the order they were filed. The last line with an id counts. */
export function readProposals(place: MemoryPlace): { proposals: Proposal[]; problems: Problem[] } {
  const { value, problems } = parseProposals(asText(readBytes(place.proposals) ?? ''));
  return { proposals: [...new Map(value.map((proposal) => [proposal.id, proposal])).values()], problems };
}

/**
 * Writes proposals: each replaces the line with its id or is added at the end. All other lines stay byte for byte. Call
 * it under the lock of `withMemory`.
 */
export function writeProposals(place: MemoryPlace, changed: readonly Proposal[]): void {
  if (changed.length === 0) return;
  ownDirectory(place, dirname(place.proposals));
  editFile(place.proposals, (bytes) => {
    const left = new Map(changed.map((proposal) => [proposal.id, proposal]));
    const lines = (bytes ?? '').split(/(?<=\n)/).map((line) => {
      const id = parseProposals(asText(line)).value[0]?.id;
      const proposal = changed.find((each) => each.id === id);
      if (!proposal) return line;
      left.delete(proposal.id);
      return lineOf(proposal);
    });
    const text = lines.join('');
    const whole = text === '' || text.endsWith('\n') ? text : `${text}\n`;
    return whole + [...left.values()].map(lineOf).join('');
  });
}

/** The proposals with these ids, each once. Refuses unknown ids (CHRONICLE_NO_PROPOSAL). */
export function proposalsNamed(place: MemoryPlace, ids: readonly string[]): Proposal[] {
  const known = new Map(readProposals(place).proposals.map((proposal) => [proposal.id, proposal]));
  return [...new Set(ids)].map((id) => {
    const proposal = known.get(id);
    if (proposal) return proposal;
    const open = [...known.values()].filter(({ state }) => state === 'open').map((each) => each.id);
    const there = open.length === 0 ? 'No proposals are open.' : `Open proposals: ${open.slice(0, 20).join(', ')}.`;
    throw new ChronicleError(
      'CHRONICLE_NO_PROPOSAL',
      `There is no proposal ${id} in ${place.proposals}. ${there} Nothing was changed.`,
    );
  });
}

/** How a proposal was decided, as a sentence. */
export function decisionOn({ id, state, decided, undone, replaced_by }: Proposal): string {
  if (state === 'open') return `${id} is open.`;
  if (state === 'undone') return `${id} was applied on ${decided} and undone on ${undone}.`;
  if (state === 'approved') return `${id} was already applied on ${decided}.`;
  return replaced_by ? `${id} was replaced by ${replaced_by}.` : `${id} was skipped on ${decided}.`;
}

function lineOf(proposal: Proposal): string {
  return asBytes(`${JSON.stringify(proposal)}\n`);
}
