import { NameIndex } from '#src/palette/name-index.ts';
import type { PaletteHead } from '#src/palette/palette-head.ts';
import type { PalettePart } from '#src/palette/palette-part.ts';

/** The index of names: usable with the newest quarter, complete later. */
export interface LoadedNames {
  index: NameIndex;
  /** Adds the older quarters. The first call fetches them. */
  whole(): Promise<NameIndex>;
}

const BASE = '/palette/';

/** Loads the newest part of the index of names. Throws if a file cannot be read. */
export async function loadNames(): Promise<LoadedNames> {
  const head = await read<PaletteHead>('names');
  const index = new NameIndex(head);
  const [newest, ...older] = head.quarters;
  if (newest !== undefined) index.add(await read<PalettePart>(newest));
  let whole: Promise<NameIndex> | undefined;
  return {
    index,
    whole: () => {
      whole ??= addAll(index, older);
      return whole;
    },
  };
}

/** Newest first, with a pause after each for what somebody types meanwhile. */
async function addAll(index: NameIndex, quarters: readonly string[]): Promise<NameIndex> {
  const parts = quarters.map((quarter) => read<PalettePart>(quarter));
  for (const part of parts) {
    index.add(await part);
    await new Promise((resolve) => setTimeout(resolve));
  }
  return index;
}

async function read<File>(name: string): Promise<File> {
  const response = await fetch(`${BASE}${name}.json`, { cache: 'no-cache' });
  if (!response.ok) throw new Error(`The index of names is incomplete: ${name} is missing.`);
  return response.json();
}
