import { printResult, say } from '#src/cli/terminal/print.ts';
import { askByKey, formatCard, type Question } from '#src/cli/terminal/review.ts';
import { type Proposal, readProposals } from '#src/memory/proposals.ts';
import { applyProposals, undoChange } from '#src/memory/change.ts';
import { endRetroOf } from '#src/memory/end-retro.ts';
import { reopenProposals, reviseProposal, skipProposals } from '#src/memory/propose.ts';
import { type DisplayedProposal, showProposals } from '#src/memory/evidence.ts';
import { pathsIn } from '#src/lib/env.ts';
import { ChronicleError, sentenceOf } from '#src/lib/chronicle-error.ts';
import type { MemoryPlace } from '#src/lib/paths.ts';
import { editText } from '../terminal/editor.ts';
import type { Io } from '../terminal/io.ts';
import { formatApplied, proposalCard } from './format-proposal.ts';

/** The ids of the reviewed proposals by outcome. */
export interface ReviewOutcome {
  applied: string[];
  skipped: string[];
  /** Neither applied nor skipped. */
  left: string[];
}

/** A proposal under review, and the text as the person last wrote it, which may not have passed the checks. */
interface Reviewed {
  current: Proposal;
  draft: string | null;
}

/** A person's decisions about a project's proposals, each carried out at once. */
export class ProposalReview {
  readonly #io: Io;
  readonly #place: MemoryPlace;
  /** Proposals that were decided or edited, and what came of editing. */
  readonly #ids = new Set<string>();

  constructor(io: Io, place: MemoryPlace) {
    this.#io = io;
    this.#place = place;
  }

  /** What to ask about each of these proposals. */
  itemsOf(open: readonly Proposal[]): (() => Question | null)[] {
    for (const { id } of open) this.#ids.add(id);
    const items = open.map((current): Reviewed => ({ current, draft: current.text }));
    return items.map((item) => () => this.#question(item, items));
  }

  #question(item: Reviewed, items: readonly Reviewed[]): Question | null {
    const { current } = item;
    const known = readProposals(this.#place).proposals.find(({ id }) => id === current.id);
    if (known?.state === 'approved' || known?.state === 'skipped') return null;
    if (known) item.current = known;
    const [shown] = showProposals(this.#io.env, this.#place, [item.current]);
    if (!shown) return null;
    return {
      card: proposalCard(shown),
      question: `Apply this change to ${item.current.file}?`,
      answers: this.#answers(item, items, shown),
      laterHint: 'the proposal stays open',
    };
  }

  #answers(item: Reviewed, items: readonly Reviewed[], { isOutdated }: DisplayedProposal): Question['answers'] {
    const rest = items.slice(items.indexOf(item));
    const edited = item.draft !== item.current.text;
    return {
      ...(isOutdated
        ? {}
        : { y: { label: 'apply', hint: 'change the memory as shown', run: () => this.#apply([item]) } }),
      n: {
        label: 'decline',
        hint: "close the proposal, and keep it with today's date",
        run: () => this.#decline([item]),
      },
      ...(rest.length > 1
        ? {
            a: {
              label: `apply all ${rest.length}`,
              hint: 'show the rest first, and ask once',
              run: () => this.#applyAll(rest),
            },
            d: {
              label: `decline all ${rest.length}`,
              hint: 'close this and all later proposals',
              run: () => this.#decline(rest),
            },
          }
        : {}),
      ...(isOutdated || item.draft === null
        ? {}
        : {
            e: {
              label: edited ? 'edit again' : 'edit',
              hint: 'change the text in your editor first; then it is shown again',
              run: () => this.#edit(item),
            },
          }),
    };
  }

  async #applyAll(items: readonly Reviewed[]): Promise<'again' | { undo: () => void }> {
    const shown = showProposals(
      this.#io.env,
      this.#place,
      items.map(({ current }) => current),
    );
    const { columns } = this.#io.stdout;
    for (const each of shown.slice(1)) printResult(this.#io, formatCard(proposalCard(each), null, columns));
    const fit = items.filter((_, i) => shown[i]?.isOutdated === false);
    if (fit.length === 0) {
      say(this.#io, 'None of these can be applied: every file has changed since.');
      return 'again';
    }
    const changed = items.length - fit.length;
    const but = changed === 0 ? '' : ` (not the ${changed} whose file was changed since)`;
    const key = await askByKey(
      this.#io,
      `Apply ${fit.length === 1 ? 'this change' : `these ${fit.length} changes`}${but}?`,
      {
        y: { label: 'apply', hint: 'change all as shown' },
        n: { label: 'do not apply', hint: 'go back to deciding one by one' },
      },
    );
    return key === 'y' ? this.#apply(fit) : 'again';
  }

  /** Lets the person edit the text. What they wrote is offered again until it passes the checks. */
  #edit(item: Reviewed): 'again' {
    const { current, draft } = item;
    if (draft === null) return 'again';
    try {
      item.draft = editText(draft, current.file, { env: this.#io.env.variables, paths: pathsIn(this.#io.env) });
      if (item.draft === current.text) return 'again';
      item.current = reviseProposal(this.#place, current.id, item.draft, this.#io.env.now());
      item.draft = item.current.text;
      this.#ids.add(item.current.id);
    } catch (error) {
      say(this.#io, sentenceOf(error));
    }
    return 'again';
  }

  #apply(items: readonly Reviewed[]): { undo: () => void } {
    const proposals = items.map(({ current }) => current);
    this.#requireAsShown(proposals);
    const { env } = this.#io;
    const ids = proposals.map(({ id }) => id);
    printResult(this.#io, formatApplied(applyProposals(this.#place, ids, env.now())));
    endRetroOf(this.#io.env, this.#place, ids);
    return {
      undo: () => {
        const undone = ids.toReversed().map((id) => undoChange(this.#place, id, env.now()));
        printResult(this.#io, formatApplied(undone));
        reopenProposals(this.#place, ids);
      },
    };
  }

  /** The proposals file must still say what the person has seen. */
  #requireAsShown(proposals: readonly Proposal[]): void {
    const known = new Map(readProposals(this.#place).proposals.map((proposal) => [proposal.id, proposal]));
    for (const proposal of proposals) {
      if (JSON.stringify(known.get(proposal.id)) === JSON.stringify(proposal)) continue;
      throw new ChronicleError(
        'CHRONICLE_CHANGED',
        `${proposal.id} was changed in ${this.#place.proposals} since it was shown. Nothing was changed.`,
      );
    }
  }

  #decline(items: readonly Reviewed[]): { undo: () => void } {
    const ids = items.map(({ current }) => current.id);
    skipProposals(this.#place, ids, this.#io.env.now());
    endRetroOf(this.#io.env, this.#place, ids);
    return { undo: () => reopenProposals(this.#place, ids) };
  }

  /** The state of each proposal in the file, without those that an edited one replaced. */
  outcome(): ReviewOutcome {
    const { proposals } = readProposals(this.#place);
    const reviewed = proposals.filter(({ id, replaced_by }) => this.#ids.has(id) && replaced_by === undefined);
    const idsIn = (decision: Proposal['state']) =>
      reviewed.flatMap(({ id, state }) => (state === decision ? [id] : []));
    return { applied: idsIn('approved'), skipped: idsIn('skipped'), left: idsIn('open') };
  }
}
