import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { ownProgram } from '#src/node/own-program.ts';
import type { World } from '#src/node/world.ts';

const PROGRAM = ownProgram({ source: 'src/cli/site/compile-pages.ts', bundle: 'compile-pages' });

/**
 * Compiles the code of pages into an empty directory, in a process of its own that ends with this one. Throws what that
 * process says if it fails.
 */
export async function compilePages(directory: string, { env }: World): Promise<void> {
  // Its stderr has the backtraces of compilers.
  const child = spawn(process.execPath, [PROGRAM, directory], { env, stdio: ['pipe', 'pipe', 'ignore'] });
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  const [said, code] = await Promise.all([text(child.stdout), ended]);
  if (code !== 0) throw new Error(said || 'the process that compiles pages was ended');
}
