import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathsOf } from '#src/lib/paths.ts';
import { planForgetting, type Target } from '#src/setup/forget/forget.ts';
import { openMemoryBox } from './memory-box.ts';

/** A built site and a cache that have the text. */
export const SITE = {
  'site/index.html': '<p>hush<b>hush</b></p>',
  'cache/search/a.bundle': 'x',
  'cache/import.lock': '{}',
};

export const session = (id: string): Target => ({ kind: 'session', session: id, names: [], copies: [] });

/** A Claude Code directory with these files in the directory of chronicle, and what would be forgotten there. */
export function openPlaces(files: Record<string, string>) {
  const box = openMemoryBox();
  const paths = pathsOf(box.config);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(`${paths.state}/${path}`), { recursive: true });
    writeFileSync(`${paths.state}/${path}`, text);
  }
  const plan = (target: string | Target) =>
    planForgetting(paths, typeof target === 'string' ? { kind: 'text', text: target } : target);
  return { box, paths, plan };
}
