import { join } from 'node:path';
import { expandedPath } from '#src/lib/checkout-rules.ts';
import { readBeginning } from '#src/lib/read-file.ts';
import type { World } from '#src/lib/world.ts';
import { isRecord } from '#src/lib/is-record.ts';
import { parseObject } from '#src/lib/json-object.ts';

export const DATABASE = 'claude-mem.db';
const LARGEST_SETTINGS = 1024 * 1024;

/** Where claude-mem keeps its database: as it finds that itself. */
export function databasePath({ env, home }: Pick<World, 'env' | 'home'>): string {
  const usual = join(home, '.claude-mem');
  const settings = parseObject(readBeginning(join(usual, 'settings.json'), LARGEST_SETTINGS) ?? '');
  const nested = isRecord(settings.env) ? settings.env.CLAUDE_MEM_DATA_DIR : undefined;
  const set = [env.CLAUDE_MEM_DATA_DIR, settings.CLAUDE_MEM_DATA_DIR, nested].find(
    (value) => typeof value === 'string' && value !== '',
  );
  return join(typeof set === 'string' ? expandedPath(set, home) : usual, DATABASE);
}
