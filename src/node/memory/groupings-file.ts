/**
 * The groups of misses that pages worked out last, saved in the cache: a line with the program's version and a digest, and a
 * line of JSON. If the file is missing or damaged, the first pages only take longer.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { KeptGroupings } from '#src/memory/misses/miss-groups.ts';
import type { Layout } from '#src/project/paths.ts';
import { sha1Of } from '../disk/digest.ts';

/** The groupings that were kept by the same version of the program; none if there are none. Never throws. */
export function readGroupings(layout: Layout, version: string): KeptGroupings {
  const [head, body = ''] = textOf(layout).split('\n', 2);
  // Only what this version wrote whole has this line.
  return head === headOf(body, version) ? new Map(JSON.parse(body)) : new Map();
}

/** Keeps groupings, unless they are kept already. Never throws. */
export function writeGroupings(layout: Layout, version: string, groupings: KeptGroupings): void {
  const path = pathOf(layout);
  const body = JSON.stringify([...groupings]);
  const text = `${headOf(body, version)}\n${body}\n`;
  if (text === textOf(layout)) return;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(path, text, { mode: 0o600 });
  } catch {
    // What is there is not used unless it is whole.
  }
}

function headOf(body: string, version: string): string {
  return `${version} ${sha1Of(body)}`;
}

function textOf(layout: Layout): string {
  try {
    return readFileSync(pathOf(layout), 'utf8');
  } catch {
    return '';
  }
}

function pathOf({ cache }: Layout): string {
  return `${cache}/groupings.json`;
}
