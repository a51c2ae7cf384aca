import { IMPORT_KINDS, type ImportSystem } from '#src/format/import-kinds.ts';
import type { ImportKind } from './kind.ts';

/** How each kind is read; loaded when it is used. */
const LOADERS: Record<ImportSystem, () => Promise<ImportKind>> = {
  'claude-mem': async () => (await import('./claude-mem/claude-mem.ts')).claudeMem,
  chronicles: async () => (await import('../archive/seed-chronicles.ts')).chronicles,
  archive: async () => (await import('../archive/archive-file.ts')).archive,
};

/** The kind with this name. */
export function kindNamed(name: ImportSystem): Promise<ImportKind> {
  return LOADERS[name]();
}

/** All kinds, in order. */
export function allKinds(): Promise<ImportKind[]> {
  return Promise.all(IMPORT_KINDS.map(({ name }) => kindNamed(name)));
}
