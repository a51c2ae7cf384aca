/**
 * Each fact has one table: adding one entry, and nothing else, gives sources that compile and pass the tests of everything
 * derived from that table.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '#tests/support/root.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { ADDITIONS } from './additions.ts';

/** The most files that an addition may change, generated ones included. */
const MOST = 4;
/** Measures time, which other tests running at the same time distort. */
const WITHOUT = ['--exclude', 'tests/unit/chronicle/large-file.test.ts'];
const SUITES = [
  'chronicle',
  'chart',
  'search',
  'archive',
  'timeline',
  'record',
  'forget',
  'doctor',
  'install',
  'architecture',
];

const copy = temporaryDirectory('extend');
let faultsBefore: string[];

beforeAll(() => {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT });
  for (const file of files.toString().split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(ROOT, file), join(copy, file), { verbatimSymlinks: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  faultsBefore = typeFaults();
});

describe.each(ADDITIONS)('$name', ({ edits, files = {}, counted, generated }) => {
  it(`takes at most ${MOST} files`, () => {
    for (const [file, before, added] of edits) edit(file, before, added);
    for (const [file, text] of Object.entries(files)) writeFileSync(join(copy, file), text, { flag: 'wx' });
    if (counted) rewrite(counted.file, (text) => text.replaceAll(counted.from, counted.to));
    const unmade = generated.map((file) => readFileSync(join(copy, file), 'utf8'));
    const bundled = run(process.execPath, ['scripts/bundle.ts']);
    expect(bundled.status, bundled.output).toBe(0);
    for (const [index, file] of generated.entries())
      expect(readFileSync(join(copy, file), 'utf8')).not.toBe(unmade[index]);
    const written = [...edits.map(([file]) => file), ...Object.keys(files)];
    const changed = [...written, ...(counted ? [counted.file] : []), ...generated];
    expect(new Set(changed).size).toBeLessThanOrEqual(MOST);
  });
});

describe('with all of them', () => {
  it('the sources compile', () => {
    expect(typeFaults()).toEqual(faultsBefore);
  });

  it('the tests pass', () => {
    const folders = SUITES.map((name) => `tests/unit/${name}`);
    const { status, output } = run('node_modules/.bin/vitest', [
      'run',
      '--project',
      'unit',
      ...WITHOUT,
      'tests/golden',
      ...folders,
    ]);
    expect(status, output).toBe(0);
  });
});

/** Pages need files that Astro generates, so some type errors are always there. */
function typeFaults(): string[] {
  const { output } = run('node_modules/.bin/tsc', ['--noEmit', '-p', '.']);
  return output.split('\n').filter((line) => line !== '');
}

function edit(file: string, before: string, added: string): void {
  rewrite(file, (text) => {
    expect(text.split(before), `${file}: ${before}`).toHaveLength(2);
    return text.replace(before, () => added + before);
  });
}

function rewrite(file: string, change: (text: string) => string): void {
  const text = readFileSync(join(copy, file), 'utf8');
  expect(change(text), file).not.toBe(text);
  writeFileSync(join(copy, file), change(text));
}

function run(command: string, args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: copy, encoding: 'utf8', maxBuffer: 64 << 20 });
  return { status, output: stdout + stderr };
}
