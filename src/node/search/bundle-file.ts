import type { BundleFiles } from './pagefind-bundle.ts';

/** A bundle as one file: a line of JSON, `[["index/en_1.pf_index", 300], …]`, and the files one after the other. */
export function packBundle(files: BundleFiles): Uint8Array {
  const sizes = [...files].map(([path, content]) => [path, content.length]);
  return Buffer.concat([Buffer.from(`${JSON.stringify(sizes)}\n`), ...files.values()]);
}

/** The files of a packed bundle; undefined if it is not a whole one. */
export function unpackBundle(bytes: Uint8Array): BundleFiles | undefined {
  const sizes = readSizes(bytes.subarray(0, bytes.indexOf(0x0a)));
  if (!sizes) return undefined;
  const files: BundleFiles = new Map();
  let at = bytes.indexOf(0x0a) + 1;
  for (const [path, size] of sizes) {
    files.set(path, bytes.subarray(at, at + size));
    at += size;
  }
  return at === bytes.length ? files : undefined;
}

function readSizes(bytes: Uint8Array): [string, number][] | undefined {
  try {
    const sizes: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return Array.isArray(sizes) && sizes.every(isSize) ? sizes : undefined;
  } catch {
    return undefined;
  }
}

function isSize(value: unknown): value is [string, number] {
  return Array.isArray(value) && typeof value[0] === 'string' && Number.isInteger(value[1]);
}
