import { cpSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { COMPILE_CACHE } from './compile-cache.ts';

/** Compiled pages that an earlier test left, for owners whose tests are not about compiling: that takes seconds. */
const KEPT = join(dirname(COMPILE_CACHE), 'pages');

/** Gives the owner of this configuration directory the pages that were compiled last. `chronicle` compiles others if it has to. */
export function giveCompiledPages(config: string): void {
  const own = ownPages(config);
  if (existsSync(KEPT) && !existsSync(own)) cpSync(KEPT, own, { recursive: true });
}

/** Keeps the compiled pages of this owner for others. */
export function keepCompiledPages(config: string): void {
  const own = ownPages(config);
  if (!existsSync(own) || aboutOf(own) === aboutOf(KEPT)) return;
  const copy = `${KEPT}.${process.pid}`;
  cpSync(own, copy, { recursive: true });
  try {
    rmSync(KEPT, { recursive: true, force: true });
    renameSync(copy, KEPT);
  } catch {
    // Another process keeps them at the same time.
    rmSync(copy, { recursive: true, force: true });
  }
}

function ownPages(config: string): string {
  return join(config, 'session-chronicle/cache/root/pages');
}

function aboutOf(place: string): string {
  return existsSync(join(place, 'about.json')) ? readFileSync(join(place, 'about.json'), 'utf8') : '';
}
