import { IMPORT_KINDS, type ImportSystem } from '#src/import/import-kinds.ts';
import type { ImportKind } from './kind.ts';

/** How each kind is read; loaded when it is used. */
const LOADERS: Record<ImportSystem, () => Promise<ImportKind>> = {
  'claude-mem': async () => (await import('./claude-mem/claude-mem.ts')).claudeMem,
};

/** The kind with this name. */
export function kindNamed(name: ImportSystem): Promise<ImportKind> {
  return LOADERS[name]();
}

/** All kinds, in order. */
export function allKinds(): Promise<ImportKind[]> {
  return Promise.all(IMPORT_KINDS.map(({ name }) => kindNamed(name)));
}
