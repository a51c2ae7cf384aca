import { NameIndex } from '#src/palette/name-index.ts';
import type { PaletteHead } from '#src/palette/palette-head.ts';
import type { PalettePart } from '#src/palette/palette-part.ts';

/** The index of names: usable with the newest period, complete later. */
export interface LoadedNames {
  index: NameIndex;
  /** Adds the older periods. The first call fetches them. */
  whole(): Promise<NameIndex>;
}

const BASE = '/palette/';
/** Sessions to add without a pause: some milliseconds. */
const AT_ONCE = 100;

/** Loads the newest part of the index of names. Throws if a file cannot be read. */
export async function loadNames(): Promise<LoadedNames> {
  const head = await readPart<PaletteHead>('names');
  const index = new NameIndex(head);
  const [newest, ...older] = head.periods;
  if (newest !== undefined) await addPart(index, await readPart<PalettePart>(newest));
  let whole: Promise<NameIndex> | undefined;
  return {
    index,
    whole: () => {
      whole ??= addAll(index, older);
      return whole;
    },
  };
}

/** Newest first. */
async function addAll(index: NameIndex, periods: readonly string[]): Promise<NameIndex> {
  const parts = periods.map((period) => readPart<PalettePart>(period));
  for (const part of parts) {
    await addPart(index, await part);
  }
  return index;
}

/** Adds a part bit by bit, so that typing is not held up. */
async function addPart(index: NameIndex, part: PalettePart): Promise<void> {
  for (let from = 0; from < part.sessions.length; from += AT_ONCE) {
    index.add({ ...part, sessions: part.sessions.slice(from, from + AT_ONCE) });
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** Reads a file of the index. Throws if it cannot be read. */
export async function readPart<File>(name: string, priority: RequestPriority = 'auto'): Promise<File> {
  const response = await fetch(`${BASE}${name}.json`, { cache: 'no-cache', priority });
  if (!response.ok) throw new Error(`The index of names is incomplete: ${name} is missing.`);
  return response.json();
}
