/** What was decided on pages since the dev server was started, so that it can be undone there. */

/** A decision that was carried out. */
export interface Decision {
  /** `approved`, `skipped`, `replaced` … */
  verdict: string;
  /** How many things were decided at once. */
  count: number;
  /** What was decided, to name it: `Took back two edits`. Untrusted. */
  about: string;
  /** The name of its item in the inbox, where it is again once it is undone. */
  item: string;
  /** Takes it back, or refuses. About undoing a change of memory, the person is asked again. */
  undo: (() => void) | AskedUndo;
}

export interface AskedUndo {
  /** What it would do now: the digest of what it is about, and the differences in lines. */
  plan(): { digest: string; diff: string[] };
  /** Takes the decision back, unless what it is about no longer has this digest. */
  carryOut(digest: string): void;
}

/** The decisions so far, in words for a page. */
export interface DecidedSoFar {
  count: number;
  /** `2 approved, 1 skipped` */
  words: string;
  /** The last one, which can be undone. */
  last: ({ id: number } & Pick<Decision, 'verdict' | 'about' | 'item'>) | null;
}

/** Older decisions cannot be undone on a page. */
const MOST_KEPT = 500;

export class DecisionLog {
  readonly #made: { id: number; decision: Decision }[] = [];
  readonly #counts = new Map<string, number>();
  #next = 1;

  add(decision: Decision): void {
    this.#made.push({ id: this.#next++, decision });
    if (this.#made.length > MOST_KEPT) this.#made.shift();
    this.#count(decision, decision.count);
  }

  /** The last decision, if it has this id. */
  last(id: unknown): Decision | null {
    const last = this.#made.at(-1);
    return last && last.id === id ? last.decision : null;
  }

  /** Forgets the last decision, which was undone. */
  removeLast(): void {
    const last = this.#made.pop();
    if (last) this.#count(last.decision, -last.decision.count);
  }

  soFar(): DecidedSoFar {
    const counts = [...this.#counts].filter(([, count]) => count > 0);
    const last = this.#made.at(-1);
    return {
      count: counts.reduce((sum, [, count]) => sum + count, 0),
      words: counts.map(([verdict, count]) => `${count} ${verdict}`).join(', '),
      last: last ? { id: last.id, ...last.decision } : null,
    };
  }

  #count({ verdict }: Decision, count: number): void {
    this.#counts.set(verdict, (this.#counts.get(verdict) ?? 0) + count);
  }
}
