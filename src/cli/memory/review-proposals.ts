import { printResult } from '#src/cli/terminal/print.ts';
import type { Proposal } from '#src/memory/proposals/proposal.ts';
import { applyProposals } from '#src/node/memory/apply.ts';
import { readProposals } from '#src/node/memory/proposals-file.ts';
import { reviseProposal } from '#src/node/memory/propose.ts';
import { type DisplayedProposal, showProposals } from '#src/node/memory/show-proposal.ts';
import { skipProposals } from '#src/node/memory/store-proposals.ts';
import { layoutIn } from '#src/node/world.ts';
import { ChronicleError, sentenceOf } from '#src/project/chronicle-error.ts';
import type { MemoryPlace } from '#src/project/paths.ts';
import { counted } from '#src/text/day.ts';
import type { Io, Option } from '../terminal/io.ts';
import { say } from '../terminal/print.ts';
import { editText } from './editor.ts';
import { formatApplied } from './format-applied.ts';
import { formatProposal } from './format-proposal.ts';

/** What became of the proposals, by their ids. */
export interface ReviewOutcome {
  applied: string[];
  skipped: string[];
  /** Neither applied nor skipped. */
  left: string[];
}

/** A person's decisions about proposals, asked for in a terminal. Each is carried out at once, so it stands when they stop. */
export class Review {
  readonly #io: Io;
  readonly #place: MemoryPlace;
  /** The ids of the proposals that are reviewed. */
  readonly #ids = new Set<string>();
  #isStopped = false;

  constructor(io: Io, place: MemoryPlace) {
    this.#io = io;
    this.#place = place;
  }

  /** Asks how to go on, and does so. Escape or Ctrl-C ends it. */
  async decide(open: readonly Proposal[]): Promise<ReviewOutcome> {
    // Ctrl-C in an editor reaches this process too. A question takes it as a key.
    const release = this.#io.onInterrupt(() => undefined);
    for (const { id } of open) this.#ids.add(id);
    try {
      await this.#decide(open);
    } finally {
      release();
    }
    return this.#outcome();
  }

  async #decide(open: readonly Proposal[]): Promise<void> {
    const several = open.length > 1;
    const way = await this.#ask(`${counted(open.length, 'open proposal')} for ${this.#place.memory}`, [
      { value: 'each', label: several ? 'Review each' : 'Review it' },
      { value: 'all', label: several ? 'See and apply all' : 'See and apply it' },
      { value: 'skip', label: several ? 'Skip all' : 'Skip it', hint: "kept with today's date" },
    ]);
    if (way === 'skip') this.#skip(open);
    else if (way === 'all') await this.#all(open);
    else if (way === 'each')
      for (const [i, proposal] of open.entries()) await this.#one(proposal, `${i + 1} of ${open.length}`);
  }

  async #all(open: readonly Proposal[]): Promise<void> {
    const shown = this.#show(open);
    for (const each of shown) printResult(this.#io, `\n${formatProposal(each)}`);
    const fit = shown.filter(({ isOutdated }) => !isOutdated).map(({ proposal }) => proposal);
    if (fit.length === 0) return say(this.#io, 'None of this can be applied: each file was changed since.');
    const answer = await this.#ask(applyQuestion(fit.length, open.length), [
      { value: 'later', label: 'No, leave them open' },
      { value: 'apply', label: fit.length === 1 ? 'Apply it' : `Apply ${fit.length}` },
    ]);
    if (answer === 'apply') this.#apply(fit);
  }

  async #one(proposal: Proposal, position: string): Promise<void> {
    // What a person wrote stays at hand until it passes.
    let draft = proposal.text;
    for (let current = proposal; !this.#isStopped; ) {
      const [shown] = this.#show([current]);
      if (!shown) return;
      printResult(this.#io, `\n${formatProposal(shown)}`);
      const canApply = !shown.isOutdated;
      const answer = await this.#ask(`${position}: ${current.action} ${current.file} (${current.id})`, [
        ...(canApply ? [{ value: 'apply', label: 'Apply as shown' }] : []),
        ...(canApply && draft !== null
          ? [{ value: 'edit', label: draft === current.text ? 'Edit the text first' : 'Edit your text again' }]
          : []),
        { value: 'skip', label: 'Skip', hint: "kept with today's date" },
        { value: 'later', label: 'Later', hint: 'stays open' },
      ]);
      if (answer === 'skip') return this.#skip([current]);
      if (answer === 'apply' && this.#apply([current])) return;
      if (answer === 'later' || answer === undefined) return;
      if (answer === 'edit' && draft !== null) [current, draft] = this.#edited(current, draft);
    }
  }

  /** The proposal with the text as the person left it; as it was, with a sentence why, if that cannot be taken. */
  #edited(proposal: Proposal, draft: string): [Proposal, string] {
    let text = draft;
    try {
      text = editText(draft, proposal.file, { env: this.#io.world.env, layout: layoutIn(this.#io.world) });
      if (text === proposal.text) return [proposal, text];
      const revised = reviseProposal(this.#place, proposal.id, text, this.#io.world.now());
      this.#ids.add(revised.id);
      return [revised, revised.text ?? text];
    } catch (error) {
      say(this.#io, sentenceOf(error));
      return [proposal, text];
    }
  }

  /** False, with a sentence why, if they cannot be applied. */
  #apply(proposals: readonly Proposal[]): boolean {
    try {
      this.#requireAsShown(proposals);
      const applied = applyProposals(
        this.#place,
        proposals.map(({ id }) => id),
        this.#io.world.now(),
      );
      printResult(this.#io, formatApplied(applied));
      return true;
    } catch (error) {
      say(this.#io, sentenceOf(error));
      return false;
    }
  }

  /** What stands in the proposals' file under an id must be what the person has seen. */
  #requireAsShown(proposals: readonly Proposal[]): void {
    const known = new Map(readProposals(this.#place).proposals.map((proposal) => [proposal.id, proposal]));
    for (const proposal of proposals) {
      if (JSON.stringify(known.get(proposal.id)) === JSON.stringify(proposal)) continue;
      throw new ChronicleError(
        'CHRONICLE_CHANGED',
        `${proposal.id} was changed in ${this.#place.proposals} since it was shown. Nothing was written.`,
      );
    }
  }

  #skip(proposals: readonly Proposal[]): void {
    const ids = proposals.map(({ id }) => id);
    try {
      skipProposals(this.#place, ids, this.#io.world.now());
    } catch (error) {
      say(this.#io, sentenceOf(error));
    }
  }

  /** What the file says became of them. One that an edited one took the place of is not mentioned. */
  #outcome(): ReviewOutcome {
    const { proposals } = readProposals(this.#place);
    const reviewed = proposals.filter(({ id, replaced_by }) => this.#ids.has(id) && replaced_by === undefined);
    const idsIn = (wanted: Proposal['state']) => reviewed.flatMap(({ id, state }) => (state === wanted ? [id] : []));
    return { applied: idsIn('approved'), skipped: idsIn('skipped'), left: idsIn('open') };
  }

  #show(proposals: readonly Proposal[]): DisplayedProposal[] {
    return showProposals(this.#io.world, this.#place, proposals);
  }

  /** The choice that was made; undefined where the person stopped. */
  async #ask<Value extends string>(message: string, options: Option<Value>[]): Promise<Value | undefined> {
    if (this.#isStopped) return undefined;
    const chosen = await this.#io.ask.choose(message, options);
    if (chosen === undefined) this.#isStopped = true;
    return chosen;
  }
}

function applyQuestion(fit: number, all: number): string {
  if (fit === all) return all === 1 ? 'Apply this change?' : 'Apply all of these?';
  return fit === 1 ? 'Apply the one whose file is as it was?' : `Apply the ${fit} whose files are as they were?`;
}
