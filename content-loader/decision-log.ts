/** What was decided about findings on pages since the dev server was started, so that it can be undone there. */

/** A decision that was carried out. */
interface Decision {
  /** `replaced`, `kept` … */
  verdict: string;
  /** What was decided: the kind of a finding. */
  about: string;
  /** The name of its item in the inbox, where it is again once it is undone. */
  item: string;
  /** Takes it back, or refuses. */
  undo: () => void;
}

/** The decisions so far, in words for a page. */
export interface DecidedSoFar {
  count: number;
  /** `2 replaced, 1 kept` */
  words: string;
  /** The last one, which can be undone. */
  last: ({ id: number } & Omit<Decision, 'undo'>) | null;
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
    this.#count(decision.verdict, 1);
  }

  /** Takes the last decision back, if it has this id; false if it is another. */
  undoLast(id: unknown): boolean {
    const last = this.#made.at(-1);
    if (last?.id !== id || !last) return false;
    last.decision.undo();
    this.#made.pop();
    this.#count(last.decision.verdict, -1);
    return true;
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

  #count(verdict: string, more: number): void {
    this.#counts.set(verdict, (this.#counts.get(verdict) ?? 0) + more);
  }
}
