import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type MemoryBox, openMemoryBox } from './memory-box.ts';

const ESCAPE = String.fromCharCode(27);
const MISS = '[MEMORY-MISS] feedback_money.md: a float for the price';

/** A box with five different memories, and the id of the first session that broke one. */
function openReadBox(): { box: MemoryBox; first: string } {
  const box = openMemoryBox();
  const first = box.session('2026-08-03', MISS, '[DECISION] Something else');
  for (let day = 10; day < 32; day++) box.session(`2026-08-${day}`, '[DECISION] Work goes on');
  box.session('2026-09-02', '[MEMORY-HIT] feedback_dates.md: the day came out right');
  box.session('2026-09-03', MISS);
  box.session('2026-09-04', `[MEMORY-MISS] feedback_money.md: ${ESCAPE}[31mred \u202egnp`);
  box.memory('feedback_money.md', { description: 'Money is integer cents', body: `Cents. ${ESCAPE}[2J` });
  box.memory('feedback_dates.md', { description: 'Pickup days are dates without a time' });
  box.memory('feedback_unused.md', { description: 'Invoices say Du' });
  box.memory('user_role.md', { description: 'A backend engineer', type: 'user' });
  box.index('feedback_money.md', 'feedback_dates.md', 'gone.md', 'feedback_unused.md');
  const birth = { at: '2026-08-04T08:00:00Z', session_id: first, events: [`${first}#e-123456`] };
  box.history({ file: 'feedback_money.md', ...birth });
  box.history({ file: 'feedback_unused.md', at: '2026-08-04T08:00:00Z' });
  box.history({ file: 'feedback_dates.md', at: '2026-08-04T08:00:00Z', source: 'seen', dated: 'file' });
  box.history({ file: 'feedback_old.md', at: '2026-08-04T08:00:00Z' });
  box.history({ file: 'feedback_old.md', at: '2026-08-05T08:00:00Z', action: 'delete' });
  box.proposal({ id: 'p-aaaaaa', session_id: first, file: 'feedback_money.md', action: 'STRENGTHEN' });
  box.proposal({ id: 'p-bbbbbb', session_id: first, file: 'feedback_dates.md', state: 'skipped' });
  return { box, first };
}

/** The cells of a table's lines. */
const cells = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/ {2,}/));

let box: MemoryBox;
let first = '';

beforeAll(() => {
  ({ box, first } = openReadBox());
});

describe('chronicle memory list', () => {
  it('prints a line per memory, broken memories first, and counts open proposals', async () => {
    const { code, stdout, stderr } = await box.run('memory', 'list');
    expect(cells(stdout)).toEqual([
      ['Memory', 'Written', 'Hits', 'Misses', 'State'],
      ['feedback_money.md', '4 Aug 2026', '0', '1 → 2', 'broken'],
      ['feedback_dates.md', '4 Aug 2026 (file date)', '1', '0 → 0', 'too early'],
      ['feedback_unused.md', '4 Aug 2026', '0', '0 → 0', 'too early'],
      ['user_role.md', expect.stringMatching(/ \(file date\)$/), '0', '0 → 0', 'too early'],
    ]);
    expect(stderr).toBe(
      '4 memories, 1 still being broken.\n1 open proposal. To review in a terminal: chronicle review\nDoes writing it down help? Not known yet: of 4 memories and 1 deleted, none can be compared yet, which takes 2 sessions with the mistake before it was written and 5 sessions since.\n',
    );
    expect(code).toBe(0);
  });

  it('says how many it does not list', async () => {
    const { stdout, stderr } = await box.run('memory', 'list', '--limit', '1');
    expect(cells(stdout)).toHaveLength(2);
    expect(stderr).toContain('3 more memories not listed. Use --limit 4 to list all.\n');
  });

  it('keeps a memory with line breaks in its name on one line', async () => {
    const hostile = openMemoryBox();
    hostile.session('2026-08-03', '[DECISION] Work');
    hostile.memory('a\nb.md');
    for (const command of ['list', 'audit']) {
      const { stdout } = await hostile.run('memory', command);
      expect(stdout.split('\n').filter((line) => line.includes('b.md'))).toEqual([expect.stringContaining('a b.md')]);
    }
  });

  it("shows only the memories of the session's project, outside a session all with their projects", async () => {
    const other = join(box.config, 'projects/-other');
    mkdirSync(join(other, 'chronicle'), { recursive: true });
    mkdirSync(join(other, 'memory'));
    writeFileSync(
      join(other, 'chronicle/2026-08-01-main.md'),
      '---\nsession_id: other-1\ndate: 2026-08-01\nbranch: main\ntask:\nstarted: 2026-08-01T09:00:00Z\ncwd: /other\n---\n\n## Events\n\n- [DECISION] x\n',
    );
    writeFileSync(join(other, 'memory/elsewhere.md'), 'text\n');
    const all = await box.run('memory', 'list');
    expect(cells(all.stdout).map((row) => row.slice(0, 2))).toContainEqual(['elsewhere.md', 'other']);
    const inSession = await box.runWith({ CLAUDE_CODE_SESSION_ID: first }, 'memory', 'list');
    expect(inSession.stdout).not.toContain('elsewhere.md');
    expect(inSession.stdout).toContain('feedback_money.md');
    expect((await box.run('memory', 'list', '--project', '-other')).stdout).toMatch(/^elsewhere\.md {2}/m);
  });

  it('says so if there are none', async () => {
    const ended = await openMemoryBox().run('memory', 'list');
    expect(ended).toMatchObject({ code: 0, stdout: '', stderr: expect.stringMatching(/No memories yet\.\n$/) });
  });
});

describe('chronicle memory show', () => {
  it('prints text, birth, changes, misses with their references, and open proposals', async () => {
    const { code, stdout } = await box.run('memory', 'show', 'feedback_money');
    const lines = stdout.split('\n');
    expect(lines.slice(0, 3)).toEqual([
      'feedback_money.md',
      'inkwell, feedback, 107 bytes, written 4 Aug 2026',
      join(box.memoryDirectory, 'feedback_money.md'),
    ]);
    expect(lines[3]).toMatch(/^Broken\. .+ 4 Aug 2026.+\.$/);
    expect(stdout).toContain('\n  | description: "Money is integer cents"\n');
    expect(stdout).toContain('\nHistory (1)\n  2026-08-04 new, retro, in session ');
    expect(stdout).toContain(`, based on ${first}#e-123456\n`);
    expect(stdout).toMatch(
      /\nMissed since it was written \(2\)\n {2}2026-09-03 5e551011-2026-09-03#e-[0-9a-f]{6} feedback_money/,
    );
    expect(stdout).toMatch(/\nMissed before it was written \(1\)\n {2}2026-08-03 /);
    expect(stdout).toContain('\nOpen proposals (1)\n  p-aaaaaa STRENGTHEN 2026-09-01 It came back.\n');
    expect(code).toBe(0);
  });

  it('escapes control characters', async () => {
    const { stdout } = await box.run('memory', 'show', 'feedback_money.md');
    expect(stdout).not.toMatch(new RegExp(`[${ESCAPE}\u202e]`));
    expect(stdout).toContain('Cents. \\u{1b}[2J');
  });

  it('shows a deleted memory from the history', async () => {
    const { stdout } = await box.run('memory', 'show', 'feedback_old.md');
    expect(stdout).toContain('This memory was deleted.');
    expect(stdout).toContain('  2026-08-05 delete');
  });

  it.each([
    [['feedback_mony.md'], 'There is no memory feedback_mony.md. Did you mean feedback_money.md?'],
    [['feedback_mony'], 'There is no memory feedback_mony. Did you mean feedback_money.md?'],
    [['dates'], 'There is no memory dates. Did you mean feedback_dates.md?'],
    [['nothing'], 'There is no memory nothing. chronicle memory list shows all memories.'],
    [[], 'chronicle memory show takes the file name of one memory. chronicle memory list shows all memories.'],
  ])('refuses %j', async (names, sentence) => {
    expect(await box.run('memory', 'show', ...names)).toEqual({ code: 2, stdout: '', stderr: `${sentence}\n` });
  });

  it('limits the output for long memories and lines', async () => {
    const large = openMemoryBox();
    for (let day = 10; day < 30; day++) {
      const misses = Array.from({ length: 9 }, (_, i) => `[MEMORY-MISS] big.md: ${i} ${'long '.repeat(300)}`);
      large.session(`2026-08-${day}`, ...misses);
    }
    large.memory('big.md', { body: `${'x'.repeat(15_000)}\n${'line\n'.repeat(5000)}` });
    const { stdout } = await large.run('memory', 'show', 'big.md');
    expect(stdout.length).toBeLessThan(25_000);
    expect(stdout).toMatch(/\n {2}…\n/);
    expect(stdout).toMatch(/… 1\d\d earlier\./);
  });
});

describe('chronicle memory audit', () => {
  it('prints file and line, the problem and what to do', async () => {
    const { code, stdout, stderr } = await box.run('memory', 'audit', '--project', 'inkwell');
    const directory = box.memoryDirectory;
    expect(stdout.trimEnd().split('\n')).toEqual([
      expect.stringContaining(`${directory}/feedback_money.md: feedback_money.md is still being broken: missed twice`),
      `${directory}/MEMORY.md:3: MEMORY.md names gone.md, but the file does not exist. Delete the entry, or restore the file.`,
      expect.stringContaining(`${directory}/user_role.md: MEMORY.md does not name user_role.md`),
      expect.stringContaining(`${directory}/feedback_unused.md: feedback_unused.md was never applied in 25 sessions`),
    ]);
    expect(stderr).toBe('4 findings in 4 memories.\n');
    expect(code).toBe(0);
  });

  it('exits with 1 under --strict if there are findings', async () => {
    expect((await box.run('memory', 'audit', '--strict')).code).toBe(1);
    const clean = openMemoryBox();
    clean.session('2026-08-03', MISS);
    clean.memory('feedback_dates.md');
    clean.index('feedback_dates.md');
    const ended = await clean.run('memory', 'audit', '--strict');
    expect(ended).toEqual({ code: 0, stdout: '', stderr: 'No findings in 1 memory.\n' });
  });

  it("follows the owner's decisions about mistakes, and reports unusable ones", async () => {
    const own = openMemoryBox();
    own.session('2026-08-03', '[MEMORY-MISS] feedback_money.md: a float');
    own.session('2026-09-03', '[MEMORY-MISS] The total of the order came out a cent short');
    own.memory('feedback_money.md');
    own.history({ file: 'feedback_money.md', at: '2026-08-04T08:00:00Z' });
    own.index('feedback_money.md');
    expect((await own.run('memory', 'audit')).stdout).toBe('');
    const idIn = async (name: string) => /e-[0-9a-f]{6}/.exec((await own.run('show', name)).stdout)?.[0];
    const misses = [
      `5e551011-2026-08-03#${await idIn('2026-08-03-main')}`,
      `5e551011-2026-09-03#${await idIn('2026-09-03-main')}`,
    ];
    mkdirSync(join(own.config, 'session-chronicle'), { recursive: true });
    const clusters = join(own.config, 'session-chronicle/clusters.yml');
    writeFileSync(clusters, `merge:\n  - [${misses.join(', ')}]\n`);
    expect((await own.run('memory', 'audit')).stdout).toContain('feedback_money.md is still being broken');
    writeFileSync(clusters, 'spilt: []\n');
    expect((await own.run('memory', 'audit')).stderr).toContain(`${clusters}:1:1: `);
  });
});

describe('a memory that cannot be read', () => {
  it('is listed, and each command says what is wrong with it', async () => {
    const own = openMemoryBox();
    own.session('2026-08-03', MISS);
    own.memory('feedback_money.md');
    own.history({ file: 'feedback_money.md', at: '2026-08-04T08:00:00Z' });
    writeFileSync(join(own.memoryDirectory, 'feedback_money.md'), Buffer.from([0x61, 0xff]));
    writeFileSync(join(own.memoryDirectory, 'MEMORY.md'), Buffer.from([0x61, 0xff]));
    const why = 'the file is not UTF-8 text (there is an invalid byte here)';
    const list = await own.run('memory', 'list');
    expect(list.stderr).toContain(`feedback_money.md: ${why}.`);
    const shown = (await own.run('memory', 'show', 'feedback_money')).stdout;
    expect(shown).toContain(`It cannot be read: ${why}.`);
    expect(shown).not.toContain('deleted');
    const audit = (await own.run('memory', 'audit')).stdout;
    expect(audit).toContain(`feedback_money.md was not checked: ${why}.`);
    expect(audit).toContain(`MEMORY.md was not checked: ${why}.`);
    expect(audit).not.toContain('does not name');
    expect((await own.run('doctor')).stdout).toMatch(/feedback_money\.md:1:2: .*not UTF-8/);
  });
});
