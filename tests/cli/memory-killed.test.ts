import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IS_WHOLE, sampledUpTo } from '#tests/support/sampled.ts';
import { type Box, memory, openBox, sha256 } from '../commands/proposal-box.ts';

const CHANGE = fileURLToPath(new URL('change-process.ts', import.meta.url));
/** The same as a bundle, which starts three times as fast. */
const bundle = join(mkdtempSync(join(tmpdir(), 'chronicle-change-')), 'change.cjs');
beforeAll(() => build({ entryPoints: [CHANGE], outfile: bundle, bundle: true, platform: 'node', format: 'cjs' }));
afterAll(() => rmSync(dirname(bundle), { recursive: true }));

const KILL_AT = fileURLToPath(new URL('../hooks/kill-at.cjs', import.meta.url));
const AT_ONCE = 4;

const FILE = 'feedback_money.md';
const MONEY = memory('money-in-cents', 'Amounts are integer cents');
const INDEX = '# Memory\n\n- [Dates](dates.md) — UTC\n';
const WITH_MONEY = `${INDEX}- [Cents](${FILE}) — Amounts are integer cents\n`;

interface Side {
  memory: string | null;
  index: string | null;
}

interface Change {
  name: string;
  verb: 'apply' | 'undo';
  proposal: object;
  old: Side;
  young: Side;
  state: string;
}

const STRONGER = memory('money-in-cents', 'Always cents');
const MADE = `- [Money in cents](${FILE}) — Amounts are integer cents\n`;
const ADD = { action: 'NEW', file: FILE, text: MONEY };
const REWRITE = { action: 'STRENGTHEN', file: FILE, text: STRONGER };
const sides = (old: (string | null)[], young: (string | null)[]) => ({
  old: { memory: old[0] ?? null, index: old[1] ?? null },
  young: { memory: young[0] ?? null, index: young[1] ?? null },
  state: 'approved',
});
const REWRITTEN = `${INDEX}- [Cents](${FILE}) — Always cents\n`;
const CHANGES: Change[] = [
  { name: 'a new memory', verb: 'apply', proposal: ADD, ...sides([null, INDEX], [MONEY, INDEX + MADE]) },
  {
    name: 'a rewritten memory',
    verb: 'apply',
    proposal: REWRITE,
    ...sides([MONEY, WITH_MONEY], [STRONGER, REWRITTEN]),
  },
  {
    name: 'a deletion',
    verb: 'apply',
    proposal: { action: 'DELETE', file: FILE },
    ...sides([MONEY, WITH_MONEY], [null, INDEX]),
  },
  {
    name: 'the first memory of all, taken back',
    verb: 'undo',
    proposal: ADD,
    ...sides([MONEY, MADE], [null, null]),
    state: 'undone',
  },
];

function change(
  box: Box,
  verb: string,
  id: string,
  env: Record<string, string> = {},
): Promise<NodeJS.Signals | number | null> {
  const child = spawn(process.execPath, [bundle, box.config, verb, id], {
    env: { PATH: process.env.PATH ?? '', HOME: box.root, ...env },
    stdio: 'ignore',
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve(signal ?? code));
  });
}

function sideOf(box: Box): Side {
  return { memory: box.memory(FILE), index: box.memory('MEMORY.md') };
}

describe.each(CHANGES)(
  '$name, killed in place of any of its changes to the disk',
  ({ verb, proposal, old, young, state }) => {
    it('leaves each file old or new, and the same command finishes', {
      tags: verb === 'apply' && young.memory === STRONGER ? 'sample' : 'long',
    }, async () => {
      const prepared = openBox();
      const before = verb === 'undo' ? { memory: null, index: null } : old;
      if (before.memory !== null) prepared.write(FILE, before.memory);
      if (before.index !== null) prepared.write('MEMORY.md', before.index);
      const [{ id, state: open } = { id: '', state: '' }] = await prepared.propose(proposal);
      if (verb === 'undo') expect(await change(prepared, 'apply', id)).toBe(0);
      const [earlier] = prepared.proposals();
      const entered = prepared.history().length;

      const copy = (): Box => {
        const box = openBox();
        rmSync(box.directory, { recursive: true });
        cpSync(prepared.directory, box.directory, { recursive: true });
        return box;
      };
      const NODE_OPTIONS = `--require ${KILL_AT}`;
      const whole = copy();
      const KILL_COUNT = join(whole.root, 'count');
      expect(await change(whole, verb, id, { NODE_OPTIONS, KILL_COUNT })).toBe(0);
      expect(sideOf(whole)).toEqual(young);
      const changes = Number(readFileSync(KILL_COUNT, 'utf8'));
      expect(changes).toBeGreaterThan(30);

      const ends = { old: 0, young: 0 };
      const points = sampledUpTo(changes, 4);
      for (let n = 0; n < points.length; n += AT_ONCE) await Promise.all(points.slice(n, n + AT_ONCE).map(killAt));
      expect(ends.old).toBeGreaterThan(IS_WHOLE ? 10 : 0);
      expect(ends.young).toBeGreaterThan(IS_WHOLE ? 10 : 0);

      async function killAt(n: number): Promise<void> {
        const box = copy();
        const signal = await change(box, verb, id, { NODE_OPTIONS, KILL_AT: String(n), KILL_HALF: '1', KILL_COUNT });
        expect([n, signal]).toEqual([n, 'SIGKILL']);
        const left = sideOf(box);
        expect([old.memory, young.memory]).toContain(left.memory);
        expect([old.index, young.index]).toContain(left.index);
        ends[left.memory === young.memory ? 'young' : 'old']++;
        const [decided] = box.proposals();
        expect([earlier?.state ?? open, state]).toContain(decided?.state);
        // Killed after its line of history, the change is over, and only its proposal is caught up on.
        const isOver = decided?.state === state || box.history().length > entered;
        expect([n, await change(box, verb, id)]).toEqual([n, isOver ? 1 : 0]);
        expect([n, sideOf(box)]).toEqual([n, young]);
        expect([n, box.proposals().map((each) => each.state)]).toEqual([n, [state]]);
        const lines = box.history();
        expect([n, lines.length]).toEqual([n, entered + 1]);
        expect(lines.at(-1)?.after).toBe(young.memory === null ? null : sha256(young.memory));
        expect([n, box.leftovers()]).toEqual([n, []]);
        expect(readdirSync(box.memories).filter((name) => name.startsWith('.'))).toEqual([]);
        if (n % 10 === 0 && verb === 'apply') expect([n, await change(box, 'undo', id)]).toEqual([n, 0]);
      }
    });
  },
);
