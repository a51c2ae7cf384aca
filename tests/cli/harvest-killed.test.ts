import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseChronicle } from '#src/format/parse.ts';
import { parseFacts } from '#src/transcript/facts.ts';
import { withLock } from '#src/lib/lock.ts';
import { sampledUpTo } from '#tests/support/sampled.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { aSession, commits, HarvestBox } from '../unit/import/harvest-box.ts';

const PROCESS = fileURLToPath(new URL('harvest-process.ts', import.meta.url));
const bundle = join(mkdtempSync(join(tmpdir(), 'chronicle-harvest-')), 'harvest.mjs');
beforeAll(() =>
  build({
    entryPoints: [PROCESS],
    outfile: bundle,
    bundle: true,
    platform: 'node',
    format: 'esm',
    banner: { js: "import { createRequire } from 'node:module';const require = createRequire(import.meta.url);" },
  }),
);
afterAll(() => rmSync(dirname(bundle), { recursive: true }));

const KILL_AT = fileURLToPath(new URL('../hooks/kill-at.cjs', import.meta.url));
const AT_ONCE = 4;

/** A session with a logged event and earlier facts whose transcript has grown. */
async function prepared(): Promise<HarvestBox> {
  const box = new HarvestBox();
  box.chronicle('one', { events: '- 13:30 [DECISION] Before\n- 15:00 [PIVOT] After' });
  box.transcript('one', aSession());
  await box.harvest('one');
  const grown = aSession().prompt('Close the file');
  box.transcript('one', commits(grown, 'fix: close the file', 'A handle stayed open, so Windows refused.', 'b2c3d4e'));
  return box;
}

function run(config: string, env: Record<string, string> = {}): Promise<NodeJS.Signals | number | null> {
  const child = spawn(process.execPath, [bundle, config, 'harvest'], {
    env: { PATH: process.env.PATH ?? '', TZ: 'UTC', ...env },
    stdio: 'ignore',
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve(signal ?? code));
  });
}

/** The chronicles and facts in a configuration, by their path. */
function stateOf(config: string): Record<string, string> {
  const files = readdirSync(join(config, 'projects'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:md|json)$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
  return Object.fromEntries(files.map((path) => [relative(config, path), readFileSync(path, 'utf8')]));
}

describe('a reading of a transcript that is killed in place of its changes to the disk', () => {
  it('leaves whole files, and the next run gives the same as one that was not killed', { tags: 'sample' }, async () => {
    const box = await prepared();
    const copy = () => {
      const config = temporaryDirectory('killed');
      cpSync(box.config, config, { recursive: true, preserveTimestamps: true });
      return config;
    };
    const NODE_OPTIONS = `--require ${KILL_AT}`;
    const whole = copy();
    const KILL_COUNT = join(whole, 'count');
    expect(await run(whole, { NODE_OPTIONS, KILL_COUNT })).toBe(0);
    const [before, after] = [stateOf(box.config), stateOf(whole)];
    expect(after).not.toEqual(before);
    const changes = Number(readFileSync(KILL_COUNT, 'utf8'));
    expect(changes).toBeGreaterThan(15);
    const reached = new Set<string>();
    const points = sampledUpTo(changes, 8);
    for (let n = 0; n < points.length; n += AT_ONCE) await Promise.all(points.slice(n, n + AT_ONCE).map(killAt));
    // Some runs were killed before a file was replaced, and some after it.
    expect(reached.size).toBeGreaterThanOrEqual(2);

    async function killAt(n: number): Promise<void> {
      const config = copy();
      const env = { NODE_OPTIONS, KILL_AT: String(n), KILL_HALF: '1', KILL_COUNT: join(config, 'count') };
      expect([n, await run(config, env)]).toEqual([n, 'SIGKILL']);
      const left = stateOf(config);
      reached.add(JSON.stringify(left));
      expect(Object.keys(left)).toEqual(expect.arrayContaining(Object.keys(before)));
      for (const [path, text] of Object.entries(left)) {
        expect([path, [before[path], after[path]].includes(text)]).toEqual([path, true]);
        const fault = path.endsWith('.md') ? parseChronicle(text).problems : parseFacts(text).fault;
        expect([path, fault]).toEqual([path, path.endsWith('.md') ? [] : null]);
      }
      expect(await run(config)).toBe(0);
      expect(stateOf(config)).toEqual(after);
      // Whoever works in the directory next deletes what was left.
      const chronicles = join(config, relative(box.config, box.chronicles));
      withLock(chronicles, 'next', 1000, () => {});
      expect(readdirSync(join(chronicles, '.tmp'))).toEqual([]);
      rmSync(config, { recursive: true });
    }
  });
});
