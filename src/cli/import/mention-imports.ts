import { systemLabel } from '#src/format/import-kinds.ts';
import { neverImported } from '#src/import/sources/never-imported.ts';
import { listed } from '#src/lib/listed.ts';
import type { Io } from '../terminal/io.ts';
import { say } from '../terminal/print.ts';

/** Says which systems have something here that was never imported. Nothing once each was, or where there is none. */
export function mentionImports(io: Io): void {
  const kinds = neverImported(io.world);
  if (kinds.length === 0) return;
  say(io, `Found ${listed(kinds.map(systemLabel))} on this machine. Run chronicle import to see what can be imported.`);
}
