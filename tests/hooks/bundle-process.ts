import { type ChildProcess, spawn } from 'node:child_process';
import { basename, join } from 'node:path';
import { ROOT } from '#tests/support/root.ts';

/** The committed bundle: the host and the agent run this and never the sources. */
export const BUNDLE = join(ROOT, 'hooks/dist/chronicle.cjs');
/** The program that hooks start; it takes no arguments. */
const HARVEST_BUNDLE = join(ROOT, 'hooks/dist/harvest.mjs');

/** The Node that runs the hooks, which support more versions than the rest of the project. */
export const NODE = process.env.CHRONICLE_TEST_NODE ?? process.execPath;

export interface Finished {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

/** The bundle's stdin: text, bytes, a pipe that stays open, or no stdin at all. */
export type Input = string | Uint8Array | 'ignore' | { open: string };

export interface Start {
  /** A command that runs the bundle, such as `setpriv …`; empty for none. */
  through?: readonly string[];
  args: readonly string[];
  env: Record<string, string>;
  cwd: string;
  input: Input;
  /** The directory of the bundles; the committed ones by default. */
  dist?: string | undefined;
}

/** Starts the bundle without this process's environment. */
export function startBundle({ through = [], args, env, cwd, input, dist }: Start): {
  child: ChildProcess;
  finished: Promise<Finished>;
} {
  const committed = args.length === 0 ? HARVEST_BUNDLE : BUNDLE;
  const bundle = dist === undefined ? committed : join(dist, basename(committed));
  const [program = NODE, ...rest] = [...through, NODE, bundle, ...args];
  const child = spawn(program, rest, { cwd, env, stdio: [input === 'ignore' ? 'ignore' : 'pipe', 'pipe', 'pipe'] });
  // A killed process no longer reads its stdin.
  child.stdin?.on('error', () => {});
  if (typeof input === 'object' && 'open' in input) child.stdin?.write(input.open);
  else if (input !== 'ignore') child.stdin?.end(input);
  return { child, finished: finish(child) };
}

function finish(child: ChildProcess): Promise<Finished> {
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => err.push(chunk));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      child.stdin?.destroy();
      resolve({ code, signal, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() });
    });
  });
}
