/** The open proposals of a project in `chronicle review`: what each question shows, and what an answer does. */
import { ChronicleError, sentenceOf } from '#src/lib/chronicle-error.ts';
import { pathsIn } from '#src/lib/env.ts';
import type { MemoryPlace } from '#src/lib/paths.ts';
import { counted } from '#src/lib/text/day.ts';
import { applyProposals, undoChange } from '#src/memory/change.ts';
import { endRetroOf, reopenProposal, reviseProposal, skipProposals } from '#src/memory/propose.ts';
import { showProposals } from '#src/memory/evidence.ts';
import { type Proposal, readProposals } from '#src/memory/proposals.ts';
import { requireUsualMemory } from '#src/setup/claude-settings.ts';
import { editText } from '../terminal/ask.ts';
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
  const review: Review = { io, place, ids: new Set(open.map(({ id }) => id)) };
  const items = open.map((current): Reviewed => ({ current, draft: current.text }));
  return {
    heading: `Make this a memory? ${counted(open.length, 'open proposal')} for ${place.memory}`,
    items: items.map((item) => () => questionOf(review, item)),
    conclude: () => conclude(review),
  };
}

interface Review {
  io: Io;
  place: MemoryPlace;
  /** The proposals under review, and what came of editing them. */
  ids: Set<string>;
}

/** A proposal under review, and the text as the person last wrote it, which may not have passed the checks. */
interface Reviewed {
  current: Proposal;
  draft: string | null;
}

/** What to ask about a proposal; null if it was decided already. */
function questionOf(review: Review, item: Reviewed): Question | null {
  const { io, place } = review;
  const known = readProposals(place).proposals.find(({ id }) => id === item.current.id);
  if (known?.state === 'approved' || known?.state === 'skipped') return null;
  if (known) item.current = known;
  const { current, draft } = item;
  const [shown] = showProposals(io.env, place, [current]);
  if (!shown) return null;
  const label = draft === current.text ? 'edit' : 'edit again';
  const hint = 'change the text in your editor first; then it is shown again';
  return {
    card: proposalCard(shown),
    question: `Apply this change to ${current.file}?`,
    answers: {
      ...(!shown.isOutdated && {
        y: { label: 'apply', hint: 'change the memory as shown', run: () => applyAsShown(review, current) },
      }),
      n: {
        label: 'decline',
        hint: "close the proposal, and keep it with today's date",
        run: () => decline(review, current.id),
      },
      ...(!shown.isOutdated && draft !== null && { e: { label, hint, run: () => edit(review, item) } }),
    },
    laterHint: 'the proposal stays open',
  };
}

/** Lets the person edit the text. What they wrote is offered again until it passes the checks. */
function edit({ io, place, ids }: Review, item: Reviewed): 'again' {
  const { current, draft } = item;
  try {
    item.draft = editText(draft ?? '', current.file, { env: io.env.variables, paths: pathsIn(io.env) });
    if (item.draft === current.text) return 'again';
    item.current = reviseProposal(place, current.id, item.draft, io.env.now());
    item.draft = item.current.text;
    ids.add(item.current.id);
  } catch (error) {
    say(io, sentenceOf(error));
  }
  return 'again';
}

/** Applies a proposal. Refuses (CHRONICLE_CHANGED) if the proposals file no longer says what the person has seen. */
function applyAsShown({ io, place }: Review, current: Proposal): { undo: () => void } {
  const { env } = io;
  const { id } = current;
  const known = readProposals(place).proposals.find((proposal) => proposal.id === id);
  if (JSON.stringify(known) !== JSON.stringify(current))
    throw new ChronicleError(
      'CHRONICLE_CHANGED',
      `${id} was changed in ${place.proposals} since it was shown. Nothing was changed.`,
    );
  printResult(io, formatApplied(applyProposals(place, [id], env.now())));
  endRetroOf(env, place, [id]);
  return {
    undo: () => {
      printResult(io, formatApplied([undoChange(place, id, env.now())]));
      reopenProposal(place, id);
    },
  };
}

function decline({ io, place }: Review, id: string): { undo: () => void } {
  skipProposals(place, [id], io.env.now());
  endRetroOf(io.env, place, [id]);
  return { undo: () => reopenProposal(place, id) };
}

/** Says what became of each proposal, by what the file says, without those that an edited one replaced. */
function conclude({ io, place, ids }: Review): void {
  const { proposals } = readProposals(place);
  const reviewed = proposals.filter(({ id, replaced_by }) => ids.has(id) && replaced_by === undefined);
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
