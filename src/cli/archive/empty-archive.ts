import { isDirectory } from '#src/lib/is-there.ts';
import type { Layout } from '#src/lib/paths.ts';
import type { Io } from '../terminal/io.ts';
import { say } from '../terminal/print.ts';

/** Says that the archive is empty, and what to do. */
export function sayEmpty(io: Io, layout: Pick<Layout, 'app'>, roots: readonly string[]): void {
  const first = isDirectory(layout.app)
    ? 'The first one appears when Claude Code starts.'
    : 'The first one appears when Claude Code starts with the hooks installed. To install them, run `chronicle init`.';
  say(io, `No chronicles yet in ${roots.join(', ')}. ${first} To see a sample, run \`chronicle dev --sample\`.`);
}
