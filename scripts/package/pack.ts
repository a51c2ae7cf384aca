import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { PackedFile } from './package-faults.ts';

/** A tarball and its files. */
export interface Packed {
  path: string;
  /** In bytes, packed and unpacked. */
  size: number;
  unpackedSize: number;
  files: PackedFile[];
}

/** Packs the package at `root` into `out`, which is created. Uses the npm that runs this script, else the one on PATH. */
export function pack(root: string, out: string): Packed {
  mkdirSync(out, { recursive: true });
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', out];
  const { npm_execpath: npm = '' } = process.env;
  const [program, before] = /npm-cli\.js$/.test(npm) ? [process.execPath, [npm]] : ['npm', []];
  const stdout = execFileSync(program, [...before, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  const [packed] = Object.values<Omit<Packed, 'path'> & { filename: string }>(JSON.parse(stdout.toString()));
  if (packed === undefined) throw new Error('npm pack made nothing.');
  const { filename, size, unpackedSize, files } = packed;
  return { path: join(out, filename), size, unpackedSize, files };
}
