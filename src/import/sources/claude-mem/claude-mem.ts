import { join } from 'node:path';
import { isDirectory, statsOf } from '#src/lib/is-there.ts';
import { readBeginning } from '#src/lib/read-file.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import type { SessionKind } from '../kind.ts';
import { databaseSource, openDatabase } from './database.ts';
import { isDatabase } from './database-copy.ts';
import { DATABASE, databasePath } from './database-path.ts';
import { exportSource, looksLikeExport, openExport } from './export-file.ts';

export const claudeMem: SessionKind = {
  name: 'claude-mem',
  async find({ world, layout }) {
    const path = databasePath(world);
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
