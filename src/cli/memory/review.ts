/** The open proposals of a project in `chronicle review`: what each question shows, and what an answer does. */
import type { MemoryPlace } from '#src/lib/paths.ts';
import { counted } from '#src/lib/text/day.ts';
import { shownDigest } from '#src/memory/approval.ts';
import { applyProposals, undoChange } from '#src/memory/change.ts';
import { endRetroOf, reopenProposal, skipProposals } from '#src/memory/propose.ts';
import { showProposals } from '#src/memory/evidence.ts';
import { type Proposal, readProposals } from '#src/memory/proposals.ts';
import { requireUsualMemory } from '#src/setup/claude-settings.ts';
import type { Io } from '../terminal/io.ts';
import { printResult, say } from '../terminal/print.ts';
import type { Question, Queue } from '../terminal/review.ts';
import { formatApplied, proposalCard } from './format-proposal.ts';
import { refreshMemoryIndex } from './own-memory.ts';

/**
 * The open proposals of a project, for a person to decide; null if it has none. Refuses a memory that has moved
 * (CHRONICLE_MEMORY_MOVED).
 */
export function proposalQueue(io: Io, place: MemoryPlace): Queue | null {
  requireUsualMemory(io.env, place);
  const { proposals, problems } = readProposals(place);
  for (const { line, message } of problems) say(io, `${place.proposals}:${line}: ${message}`);
  const open = proposals.filter(({ state }) => state === 'open');
  if (open.length === 0) return null;
  const ids = new Set(open.map(({ id }) => id));
  return {
    heading: `Make this a memory? ${counted(open.length, 'open proposal')} for ${place.memory}`,
    items: open.map((proposal) => () => questionOf(io, place, proposal)),
    conclude: () => conclude(io, place, ids),
  };
}

/** What to ask about a proposal, as it is now; null if it was decided already. */
function questionOf(io: Io, place: MemoryPlace, reviewed: Proposal): Question | null {
  // Before anything is read that is shown: what changes from now on is not applied.
  const digest = shownDigest(place, 'apply', [reviewed.id]);
  const current = readProposals(place).proposals.find(({ id }) => id === reviewed.id) ?? reviewed;
  if (current.state === 'approved' || current.state === 'skipped') return null;
  const [shown] = showProposals(io.env, place, [current]);
  if (!shown) return null;
  return {
    card: proposalCard(shown),
    question: `Apply this change to ${current.file}?`,
    answers: {
      ...(!shown.isOutdated && {
        y: {
          label: 'apply',
          hint: 'change the memory as shown',
          run: () => applyAsShown(io, place, current.id, digest),
        },
      }),
      n: {
        label: 'decline',
        hint: "close the proposal, and keep it with today's date",
        run: () => decline(io, place, current.id),
      },
    },
    laterHint: 'the proposal stays open',
  };
}

/** Applies a proposal. Refuses (CHRONICLE_CHANGED) anything but what the person has seen, by its digest. */
function applyAsShown(io: Io, place: MemoryPlace, id: string, digest: string): { undo: () => void } {
  const { env } = io;
  printResult(io, formatApplied(applyProposals(place, [id], env.now(), digest)));
  endRetroOf(env, place, [id]);
  return {
    undo: () => {
      printResult(io, formatApplied([undoChange(place, id, env.now())]));
      reopenProposal(place, id);
    },
  };
}

function decline(io: Io, place: MemoryPlace, id: string): { undo: () => void } {
  skipProposals(place, [id], io.env.now());
  endRetroOf(io.env, place, [id]);
  return { undo: () => reopenProposal(place, id) };
}

/** Says what became of each proposal, by what the file says. */
function conclude(io: Io, place: MemoryPlace, ids: ReadonlySet<string>): void {
  const { proposals } = readProposals(place);
  const reviewed = proposals.filter(({ id }) => ids.has(id));
  const idsIn = (state: Proposal['state']) => reviewed.flatMap((each) => (each.state === state ? [each.id] : []));
  const applied = idsIn('approved');
  if (applied.length > 0) refreshMemoryIndex(io);
  const words = [
    ['Applied', applied],
    ['Declined', idsIn('skipped')],
    ['Still open:', idsIn('open')],
  ] as const;
  for (const [what, named] of words) if (named.length > 0) say(io, `${what} ${named.join(', ')}.`);
}
