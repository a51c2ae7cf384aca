import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { packageRoot } from '#src/node/package-root.ts';
import type { World } from '#src/node/world.ts';

/** Compiles the code of pages into a directory, in a process of its own. Throws what that process says if it fails. */
export async function compilePages(directory: string, { env }: World): Promise<void> {
  const child = spawn(process.execPath, [program(), directory], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  const [said, code] = await Promise.all([text(child.stdout), ended]);
  if (code !== 0) throw new Error(said || 'the process that compiles pages was ended');
}

/** Its sources where those run, as in a clone. */
function program(): string {
  return import.meta.filename.endsWith('.ts')
    ? join(import.meta.dirname, 'compile-pages.ts')
    : join(packageRoot(), 'hooks/dist/compile-pages.mjs');
}
