/** A change to memory that waits for a person's decision, as `proposals.jsonl` keeps it; `proposal-lines.ts` has its form. */
import { dirname } from 'node:path';
import type { Project } from '#src/lib/project.ts';
import { type Problem, problemAt } from '#src/format/problem.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { asBytes, asText } from '#src/lib/latin1.ts';
import type { MemoryPlace } from '#src/lib/paths.ts';
import { shownDigest } from './approval.ts';
import { editFile } from './file-bytes.ts';
import { NO_TEXT } from './history.ts';
import { ownDirectory } from './memory-files.ts';
import { type Proposal, proposalIn, proposalsText, readProposalLines } from './proposal-lines.ts';
import type { MemoryVerb } from './tool-call.ts';

export type { Proposal } from './proposal-lines.ts';

/** A proposal, in its project. */
export interface ProjectProposal extends Proposal {
  project: Project;
}

/** Reads proposals. An invalid line is a problem and skipped; blank lines are fine. Never throws. */
export function parseProposals(text: string): { value: Proposal[]; problems: Problem[] } {
  const value: Proposal[] = [];
  const problems: Problem[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const read = line === NO_TEXT ? 'it is not UTF-8' : proposalIn(line);
    if (typeof read === 'string') problems.push(problemAt('CHRONICLE_PROPOSAL_LINE', index + 1, 1, read));
    else value.push(read);
  }
  return { value, problems };
}

/** All proposals for a project's memories, decided or not, in the order they were filed. The last line with an id counts. */
export function readProposals(place: MemoryPlace): { proposals: Proposal[]; problems: Problem[] } {
  const { value, problems } = parseProposals(proposalsText(place));
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
      const known = proposalIn(asText(line));
      const proposal = changed.find((each) => typeof known !== 'string' && each.id === known.id);
      if (!proposal) return line;
      left.delete(proposal.id);
      return lineOf(proposal);
    });
    const text = lines.join('');
    const whole = text === '' || text.endsWith('\n') ? text : `${text}\n`;
    return whole + [...left.values()].map(lineOf).join('');
  });
}

function lineOf(proposal: Proposal): string {
  return asBytes(`${JSON.stringify(proposal)}\n`);
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

/** Refuses (CHRONICLE_CHANGED) if these proposals and their memories are not what the person was shown. */
export function requireShown(place: MemoryPlace, verb: MemoryVerb, ids: readonly string[], shown: string): void {
  const lines = readProposalLines(place);
  if (shownDigest(place, verb, ids, lines) === shown) return;
  const files = [...new Set(ids.flatMap((id) => lines.get(id)?.proposal.file ?? []))].map(
    (file) => `${place.memory}/${file}`,
  );
  const more = files.length > MOST_NAMED ? [`${files.length - MOST_NAMED} more`] : [];
  const named = files.length === 0 ? [place.proposals] : [...files.slice(0, MOST_NAMED), ...more];
  throw new ChronicleError(
    'CHRONICLE_CHANGED',
    `These are not the proposals that the person was asked about: one of them or its memory has changed since, or others were named. Check ${named.join(', ')}. Nothing was changed. Run chronicle memory ${verb} again, so that the person is asked again.`,
  );
}

/** More paths would not be read (count). */
const MOST_NAMED = 5;
