import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { planForgetting } from '#src/setup/forget/plan-forgetting.ts';
import { layoutOf } from '#src/lib/paths.ts';
import { openMemoryBox } from './memory-box.ts';

/** A built site and a cache that have the text. */
export const SITE = {
  'site/index.html': '<p>hush<b>hush</b></p>',
  'cache/search/a.bundle': 'x',
  'cache/import.lock': '{}',
};

/** A Claude Code directory with these files in the directory of chronicle, and what would be forgotten there. */
export function openPlaces(files: Record<string, string>) {
  const box = openMemoryBox();
  const layout = layoutOf(box.config);
  const put = (path: string, text: string) => {
    mkdirSync(dirname(`${layout.state}/${path}`), { recursive: true });
    writeFileSync(`${layout.state}/${path}`, text);
  };
  for (const [path, text] of Object.entries(files)) put(path, text);
  const plan = (text: string) => planForgetting(layout, [layout.projects], { kind: 'text', text });
  return { box, layout, plan };
}
