/** The ids of many sessions, which their beginnings name where only one begins so. */
export class SessionIds {
  readonly #all: ReadonlySet<string>;
  #sorted: readonly string[] | undefined;

  constructor(ids: Iterable<string>) {
    this.#all = new Set(ids);
  }

  /** The session that `name` means: the one with this id, else the only one that begins with it; null for several or none. */
  named(name: string): string | null {
    if (this.#all.has(name)) return name;
    const [only, other] = this.beginning(name, 2);
    return other === undefined ? (only ?? null) : null;
  }

  /** The ids that begin with `prefix`, at most `most`. */
  beginning(prefix: string, most = Number.POSITIVE_INFINITY): string[] {
    this.#sorted ??= [...this.#all].sort();
    const first = firstFrom(this.#sorted, prefix);
    const found: string[] = [];
    for (let at = first; found.length < most && this.#sorted[at]?.startsWith(prefix); at++)
      found.push(this.#sorted[at] ?? '');
    return found;
  }
}

/** The place of the first text that is not before `text`, in a sorted list. */
function firstFrom(sorted: readonly string[], text: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? '') < text) low = middle + 1;
    else high = middle;
  }
  return low;
}
