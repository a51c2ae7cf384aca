/** The open proposals of a project in `chronicle review`: what each question shows, and what an answer does. */
import { ChronicleError, sentenceOf } from '#src/lib/chronicle-error.ts';
import { pathsIn } from '#src/lib/env.ts';
import type { MemoryPlace } from '#src/lib/paths.ts';
import { counted } from '#src/lib/text/day.ts';
import { applyProposals, undoChange } from '#src/memory/change.ts';
import { endRetroOf, reopenProposals, reviseProposal, skipProposals } from '#src/memory/propose.ts';
import { type DisplayedProposal, showProposals } from '#src/memory/evidence.ts';
import { type Proposal, readProposals } from '#src/memory/proposals.ts';
import { requireUsualMemory } from '#src/setup/claude-settings.ts';
import { editText } from '../terminal/ask.ts';
import type { Io } from '../terminal/io.ts';
import { printResult, say } from '../terminal/print.ts';
import { askByKey, formatCard, type Question, type Queue } from '../terminal/review.ts';
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
    items: items.map((item) => () => questionOf(review, item, items)),
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
function questionOf(review: Review, item: Reviewed, items: readonly Reviewed[]): Question | null {
  const { io, place } = review;
  const known = readProposals(place).proposals.find(({ id }) => id === item.current.id);
  if (known?.state === 'approved' || known?.state === 'skipped') return null;
  if (known) item.current = known;
  const [shown] = showProposals(io.env, place, [item.current]);
  if (!shown) return null;
  return {
    card: proposalCard(shown),
    question: `Apply this change to ${item.current.file}?`,
    answers: answersTo(review, item, items, shown),
    laterHint: 'the proposal stays open',
  };
}

function answersTo(
  review: Review,
  item: Reviewed,
  items: readonly Reviewed[],
  { isOutdated }: DisplayedProposal,
): Question['answers'] {
  const rest = items.slice(items.indexOf(item));
  const canEdit = !isOutdated && item.draft !== null;
  const yes = { label: 'apply', hint: 'change the memory as shown', run: () => applyAsShown(review, [item]) };
  return {
    ...(isOutdated ? {} : { y: yes }),
    n: {
      label: 'decline',
      hint: "close the proposal, and keep it with today's date",
      run: () => decline(review, [item]),
    },
    ...(rest.length > 1 && {
      a: {
        label: `apply all ${rest.length}`,
        hint: 'show the rest first, and ask once',
        run: () => applyAll(review, rest),
      },
      d: {
        label: `decline all ${rest.length}`,
        hint: 'close this and all later proposals',
        run: () => decline(review, rest),
      },
    }),
    ...(canEdit && {
      e: {
        label: item.draft === item.current.text ? 'edit' : 'edit again',
        hint: 'change the text in your editor first; then it is shown again',
        run: () => edit(review, item),
      },
    }),
  };
}

async function applyAll(review: Review, items: readonly Reviewed[]): Promise<'again' | { undo: () => void }> {
  const { io, place } = review;
  const proposals = items.map(({ current }) => current);
  const shown = showProposals(io.env, place, proposals);
  for (const each of shown.slice(1)) printResult(io, formatCard(proposalCard(each), null, io.stdout.columns));
  const fit = items.filter((_, i) => shown[i]?.isOutdated === false);
  if (fit.length === 0) {
    say(io, 'None of these can be applied: every file has changed since.');
    return 'again';
  }
  const changed = items.length - fit.length;
  const but = changed === 0 ? '' : ` (not the ${changed} whose file was changed since)`;
  const what = fit.length === 1 ? 'this change' : `these ${fit.length} changes`;
  const key = await askByKey(io, `Apply ${what}${but}?`, {
    y: { label: 'apply', hint: 'change all as shown' },
    n: { label: 'do not apply', hint: 'go back to deciding one by one' },
  });
  return key === 'y' ? applyAsShown(review, fit) : 'again';
}

/** Lets the person edit the text. What they wrote is offered again until it passes the checks. */
function edit({ io, place, ids }: Review, item: Reviewed): 'again' {
  const { current, draft } = item;
  if (draft === null) return 'again';
  try {
    item.draft = editText(draft, current.file, { env: io.env.variables, paths: pathsIn(io.env) });
    if (item.draft === current.text) return 'again';
    item.current = reviseProposal(place, current.id, item.draft, io.env.now());
    item.draft = item.current.text;
    ids.add(item.current.id);
  } catch (error) {
    say(io, sentenceOf(error));
  }
  return 'again';
}

/** Applies proposals. Refuses (CHRONICLE_CHANGED) if the proposals file no longer says what the person has seen. */
function applyAsShown({ io, place }: Review, items: readonly Reviewed[]): { undo: () => void } {
  const { env } = io;
  const known = new Map(readProposals(place).proposals.map((proposal) => [proposal.id, proposal]));
  for (const { current } of items) {
    if (JSON.stringify(known.get(current.id)) === JSON.stringify(current)) continue;
    throw new ChronicleError(
      'CHRONICLE_CHANGED',
      `${current.id} was changed in ${place.proposals} since it was shown. Nothing was changed.`,
    );
  }
  const ids = items.map(({ current }) => current.id);
  printResult(io, formatApplied(applyProposals(place, ids, env.now())));
  endRetroOf(env, place, ids);
  return {
    undo: () => {
      const undone = ids.toReversed().map((id) => undoChange(place, id, env.now()));
      printResult(io, formatApplied(undone));
      reopenProposals(place, ids);
    },
  };
}

function decline({ io, place }: Review, items: readonly Reviewed[]): { undo: () => void } {
  const ids = items.map(({ current }) => current.id);
  skipProposals(place, ids, io.env.now());
  endRetroOf(io.env, place, ids);
  return { undo: () => reopenProposals(place, ids) };
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
