import { chmodSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeTemporary } from '#src/lib/files.ts';
import type { Layout } from '#src/lib/paths.ts';
import { commandBatch, commandLauncher, hookLauncher } from '#src/setup/launchers.ts';
import { makeDirectory } from '../lib/make-directory.ts';
import { privateDirectory } from '../lib/private-directory.ts';
import { removeIfEmpty } from './made-directories.ts';
import { BUNDLES, filesBelow, type PackageFiles, SKILLS, skillFiles } from './package-files.ts';

interface AppFile {
  bytes: Buffer;
  mode: number;
}

/** The files to write and to delete, so that the copy matches the package; by their paths below it. */
export interface AppPlan {
  app: string;
  writes: Map<string, AppFile>;
  removes: string[];
}

/** Compares the copy with this package. `nodePath` is the Node that the launchers run. */
export function planApp(layout: Layout, source: PackageFiles, nodePath: string): AppPlan {
  const app = layout.app;
  const wanted = appFiles(app, source, nodePath);
  const writes = new Map([...wanted].filter(([name, file]) => !isCurrent(join(app, name), file)));
  return { app, writes, removes: filesBelow(app).filter((name) => !wanted.has(name)) };
}

/** Updates the copy, replacing each file at once, so that hooks that run meanwhile find complete files. */
export function writeApp(layout: Layout, { app, writes, removes }: AppPlan): void {
  if (writes.size === 0 && removes.length === 0) return;
  privateDirectory(app, layout.config);
  for (const [name, { bytes, mode }] of writes) {
    const path = join(app, name);
    makeDirectory(dirname(path));
    renameSync(writeTemporary(layout.state, bytes.toString('latin1'), { mode }), path);
    // Some file systems keep no modes; that does no harm.
    chmodSync(path, mode);
  }
  for (const name of removes) {
    rmSync(join(app, name), { force: true });
    removeIfEmpty(dirname(join(app, name)));
  }
}

function appFiles(app: string, source: PackageFiles, nodePath: string): Map<string, AppFile> {
  const { version, origin, root } = source;
  const program = (text: string): AppFile => ({ bytes: Buffer.from(text), mode: 0o700 });
  const plain = (bytes: Buffer | string): AppFile => ({ bytes: Buffer.from(bytes), mode: 0o600 });
  const manifest = { name: 'session-chronicle', version, private: true, chronicle: { package: origin } };
  return new Map([
    ...BUNDLES.map((file) => [file, plain(readFileSync(join(root, file)))] as const),
    ...SKILLS.flatMap(({ name: skill }) =>
      [...skillFiles(source, skill)].map(([name, bytes]) => [`skill/${skill}/${name}`, plain(bytes)] as const),
    ),
    ['hook', program(hookLauncher(app, nodePath))],
    ['bin/chronicle', program(commandLauncher(app, origin, nodePath))],
    ['bin/chronicle.cmd', program(commandBatch(app, origin, nodePath))],
    ['package.json', plain(`${JSON.stringify(manifest, null, 2)}\n`)],
  ]);
}

function isCurrent(path: string, { bytes, mode }: AppFile): boolean {
  try {
    const isSame = readFileSync(path).equals(bytes);
    return isSame && (process.platform === 'win32' || (statSync(path).mode & 0o777) === mode);
  } catch {
    return false;
  }
}
