/** How long the parts of a build take, for its progress and its last lines. */
import { grouped } from '#src/lib/grouped.ts';
import { listed } from '#src/lib/listed.ts';
import type { Progress } from '../terminal/progress.ts';

/** Shorter parts are not worth naming (ms). */
const WORTH_NAMING = 500;
/** A guess from less is worth nothing (ms). */
const ENOUGH_MS = 1000;

export class BuildPhases {
  readonly #progress: Progress;
  readonly #now: () => number;
  readonly #took: { name: string; ms: number }[] = [];
  /** The part that `advance` tells of. */
  #part: { doing: string; begun: number } | undefined;

  /** `now` counts milliseconds. */
  constructor(progress: Progress, now: () => number = () => performance.now()) {
    this.#progress = progress;
    this.#now = now;
  }

  /** Runs a part of the build: `name` is what it made, `doing` what the progress says meanwhile. */
  async run<Result>(name: string, doing: string, work: () => Result | Promise<Result>): Promise<Result> {
    this.#progress.say(doing);
    const begin = this.#now();
    try {
      return await work();
    } finally {
      this.#took.push({ name, ms: this.#now() - begin });
    }
  }

  /** Says how far a part of the build is, and how long the rest will take. */
  advance(doing: string, done: number, of: number): void {
    if (this.#part?.doing !== doing) this.#part = { doing, begun: this.#now() };
    const took = this.#now() - this.#part.begun;
    const left = Math.ceil(((took / done) * (of - done)) / 1000);
    const guess = took < ENOUGH_MS || done === 0 ? '' : `, about ${left} s left`;
    this.#progress.say(`${doing}, ${grouped(done)} of ${grouped(of)}${guess}`);
  }

  /** `12 s: pages 8.1 s and search 3.2 s`; without the parts if none took half a second. */
  summary(): string {
    const total = seconds(this.#took.reduce((sum, { ms }) => sum + ms, 0));
    const named = this.#took.filter(({ ms }) => ms >= WORTH_NAMING).map(({ name, ms }) => `${name} ${seconds(ms)}`);
    return named.length < 2 ? total : `${total}: ${listed(named)}`;
  }
}

function seconds(ms: number): string {
  const value = ms / 1000;
  return `${value < 9.95 ? value.toFixed(1) : Math.round(value)} s`;
}
