/**
 * Shows what a shell really does with a command: a `chronicle` on PATH records how it was called, and
 * everything else the command does shows up in an empty directory or in another record.
 */

import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

export interface Witnessed {
  /** The calls of `chronicle`: arguments and stdin. */
  calls: { args: string[]; stdin: string }[];
  /** Names of other programs that ran. */
  others: string[];
  /** The files created in the directory in which the command ran. */
  created: string[];
  stdout: string;
}

/** Programs that an injected command would most likely use. On the witness's PATH they only record that they ran. */
const OTHERS = ['touch', 'id', 'ls', 'cat', 'rm', 'x', 'EOF', 'sh', 'evil'];

const root = temporaryDirectory('shell');
const bin = join(root, 'bin');
const notes = join(root, 'notes');
const place = join(root, 'place');

function program(name: string, script: string): void {
  writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(bin, name), 0o755);
}

function prepare(): void {
  if (existsSync(bin)) return;
  mkdirSync(bin);
  // Each call writes two files: its arguments, separated by NULs, and its stdin.
  program('chronicle', `printf '%s\\0' "$@" > '${notes}'/call.$$\nexec /bin/cat > '${notes}'/stdin.$$`);
  for (const name of OTHERS) program(name, `: > '${notes}/ran.${name}'`);
}

/** Runs a command as `<shell> -c <command>`. */
export function witness(shell: string, command: string): Witnessed {
  prepare();
  for (const directory of [notes, place]) {
    rmSync(directory, { recursive: true, force: true });
    mkdirSync(directory);
  }
  const { stdout } = spawnSync(shell, ['-c', command], {
    cwd: place,
    env: { PATH: bin, HOME: place },
    input: '',
    encoding: 'utf8',
    timeout: 10_000,
  });
  const found = readdirSync(notes);
  return {
    calls: found.filter((name) => name.startsWith('call.')).map((name) => callIn(join(notes, name))),
    others: found.filter((name) => name.startsWith('ran.')).map((name) => name.slice('ran.'.length)),
    created: readdirSync(place),
    stdout,
  };
}

function callIn(path: string): Witnessed['calls'][number] {
  return {
    args: readFileSync(path, 'utf8').split('\0').slice(0, -1),
    stdin: readFileSync(path.replace('/call.', '/stdin.'), 'utf8'),
  };
}

/** The shells in which a command may run: the path on this machine, or null with a note. */
export const SHELLS = ['bash', 'sh', 'dash', 'zsh', 'ksh', 'mksh'].map((name): [name: string, path: string | null] => {
  const directory = (process.env.PATH ?? '').split(delimiter).find((candidate) => existsSync(join(candidate, name)));
  if (directory === undefined) console.error(`Skipped: ${name} is not on PATH.`);
  return [name, directory === undefined ? null : join(directory, name)];
});
