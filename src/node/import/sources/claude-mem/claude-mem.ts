import { join } from 'node:path';
import { isDirectory, statsOf } from '#src/node/disk/is-there.ts';
import { readBeginning } from '#src/node/disk/read-file.ts';
import { expandedPath } from '#src/node/session/exclusion.ts';
import type { World } from '#src/node/world.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import { isRecord } from '#src/value/is-record.ts';
import { parseObject } from '#src/value/json-object.ts';
import type { SessionKind } from '../kind.ts';
import { databaseSource, openDatabase } from './database.ts';
import { isDatabase } from './database-copy.ts';
import { exportSource, looksLikeExport, openExport } from './export-file.ts';

const DATABASE = 'claude-mem.db';
const LARGEST_SETTINGS = 1024 * 1024;

export const claudeMem: SessionKind = {
  name: 'claude-mem',
  async find({ world, layout }) {
    const path = join(dataDirectory(world), DATABASE);
    return statsOf(path) ? [databaseSource(layout, path)] : [];
  },
  async at(path, { layout }) {
    const file = isDirectory(path) ? join(path, DATABASE) : path;
    const beginning = readBeginning(file, 4096);
    if (beginning === null)
      throw new ChronicleError(
        'CHRONICLE_NOT_IMPORTABLE',
        `${statsOf(file) ? `${file} cannot be read as a file` : `There is no file ${file}`}. Give the path of claude-mem.db or of a JSON export. Nothing was changed.`,
      );
    return [!isDatabase(file) && looksLikeExport(beginning) ? exportSource(file) : databaseSource(layout, file)];
  },
  async open({ path }, { layout }) {
    return isDatabase(path) ? openDatabase(layout, path) : openExport(path);
  },
};

/** Where claude-mem keeps its files: as it finds that itself. */
function dataDirectory({ env, home }: Pick<World, 'env' | 'home'>): string {
  const usual = join(home, '.claude-mem');
  const settings = parseObject(readBeginning(join(usual, 'settings.json'), LARGEST_SETTINGS) ?? '');
  const nested = isRecord(settings.env) ? settings.env.CLAUDE_MEM_DATA_DIR : undefined;
  const set = [env.CLAUDE_MEM_DATA_DIR, settings.CLAUDE_MEM_DATA_DIR, nested].find(
    (value) => typeof value === 'string' && value !== '',
  );
  return typeof set === 'string' ? expandedPath(set, home) : usual;
}
