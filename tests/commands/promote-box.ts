import { existsSync, readFileSync } from 'node:fs';
import { type Proposal, parseProposals } from '#src/memory/proposals/proposal.ts';
import { type MemoryBox, openMemoryBox } from './memory-box.ts';

export const DAY = '2026-08-04';
export const ID = `5e551011-${DAY}`;
export const TRIED = "Tried (didn't work)";
export const SAFARI = 'httpOnly cookie for the JWT → Safari blocks it in an iframe';
export const LIMITER = '`lib/rateLimit.ts` already has a limiter that can be reused';

/** A project with one session that noted these lines. */
export function noted(sections: Readonly<Record<string, readonly string[]>>): MemoryBox {
  const box = openMemoryBox();
  box.session(DAY, '[INSIGHT] Something');
  box.notebook(DAY, sections);
  return box;
}

export function proposals(box: MemoryBox): Proposal[] {
  return existsSync(box.proposals) ? parseProposals(readFileSync(box.proposals, 'utf8')).value : [];
}
