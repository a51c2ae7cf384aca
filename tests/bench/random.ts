/** Random numbers from 0 up to 1, the same at every run and on every machine. */
export type Random = () => number;

/** Mulberry32: small, fast, good enough for sample text. */
export function seeded(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Draws one of several weighted items. `items` is not empty. */
export function weighted<Item>(items: readonly Item[], weight: (index: number) => number): (random: Random) => Item {
  let sum = 0;
  const ends = items.map((_, index) => {
    sum += weight(index);
    return sum;
  });
  return (random) => {
    const point = random() * sum;
    return items[
      Math.max(
        0,
        ends.findIndex((end) => end > point),
      )
    ] as Item;
  };
}

/** A weight that falls with rank like the words of a language (Zipf); a smaller steepness is flatter. */
export function falling(steepness: number): (index: number) => number {
  return (index) => 1 / (index + 1) ** steepness;
}
