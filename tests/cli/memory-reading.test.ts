import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type MemoryBox, openMemoryBox } from './memory-box.ts';

const ESCAPE = String.fromCharCode(27);
const MISS = '[MEMORY-MISS] feedback_money.md: a float for the price';

let box: MemoryBox;
let first = '';

beforeAll(() => {
  box = openMemoryBox();
  first = box.session('2026-08-03', MISS, '[DECISION] Something else');
  for (let day = 10; day < 32; day++) box.session(`2026-08-${day}`, '[DECISION] Work goes on');
  box.session('2026-09-02', '[MEMORY-HIT] feedback_dates.md: the day came out right');
  box.session('2026-09-03', MISS);
  box.session('2026-09-04', `[MEMORY-MISS] feedback_money.md: ${ESCAPE}[31mred \u202egnp`);
  box.memory('feedback_money.md', { description: 'Money is integer cents', body: `Cents. ${ESCAPE}[2J` });
  box.memory('feedback_dates.md', { description: 'Pickup days are dates without a time' });
  box.memory('feedback_unused.md', { description: 'Invoices say Du' });
  box.memory('user_role.md', { description: 'A backend engineer', type: 'user' });
  box.index('feedback_money.md', 'feedback_dates.md', 'gone.md', 'feedback_unused.md');
  box.ledger({
    file: 'feedback_money.md',
    at: '2026-08-04T08:00:00Z',
    session_id: first,
    events: [`${first}#e-123456`],
  });
  box.ledger({ file: 'feedback_unused.md', at: '2026-08-04T08:00:00Z' });
  box.ledger({ file: 'feedback_dates.md', at: '2026-08-04T08:00:00Z', source: 'seen', dated: 'file' });
  box.ledger({ file: 'feedback_old.md', at: '2026-08-04T08:00:00Z' });
  box.ledger({ file: 'feedback_old.md', at: '2026-08-05T08:00:00Z', action: 'delete' });
  box.proposal({ id: 'p-aaaaaa', session_id: first, file: 'feedback_money.md', action: 'STRENGTHEN' });
  box.proposal({ id: 'p-bbbbbb', session_id: first, file: 'feedback_dates.md', state: 'skipped' });
});

const cells = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/ {2,}/));

describe('chronicle memory list', () => {
  it('prints a line a memory, those that leak first, and counts open proposals', async () => {
    const { code, stdout, stderr } = await box.run('memory', 'list');
    expect(cells(stdout)).toEqual([
      ['MEMORY', 'TYPE', 'WRITTEN', 'SIZE', 'HITS', 'MISSES', 'MISTAKE', 'VERDICT'],
      [
        'feedback_money.md',
        'feedback',
        '4 Aug 2026',
        '107 bytes',
        'no hits',
        '1 miss before, 2 since',
        'Came back',
        expect.any(String),
      ],
      [
        'feedback_dates.md',
        'feedback',
        'file date 4 Aug 2026',
        '119 bytes',
        '1 hit',
        'no misses before, 0 since',
        'no misses',
        expect.any(String),
      ],
      [
        'feedback_unused.md',
        'feedback',
        '4 Aug 2026',
        '99 bytes',
        'no hits',
        'no misses before, 0 since',
        'no misses',
        expect.any(String),
      ],
      [
        'user_role.md',
        'user',
        expect.stringMatching(/^file date /),
        '92 bytes',
        'no hits',
        'no misses before, 0 since',
        'no misses',
        expect.any(String),
      ],
    ]);
    expect(stderr).toBe(
      '4 memories, 1 leaking.\n1 open proposal; chronicle memory review in a terminal decides them.\n',
    );
    expect(code).toBe(0);
  });

  it('says how many it leaves out', async () => {
    const { stdout, stderr } = await box.run('memory', 'list', '--limit', '1');
    expect(cells(stdout)).toHaveLength(2);
    expect(stderr).toContain('3 more memories not listed; --limit 4 lists all.\n');
  });

  it('keeps a memory on its line whose name has line breaks', async () => {
    const hostile = openMemoryBox();
    hostile.session('2026-08-03', '[DECISION] Work');
    hostile.memory('a\nb.md');
    for (const command of ['list', 'audit']) {
      const { stdout } = await hostile.run('memory', command);
      expect(stdout.split('\n').filter((line) => line.includes('b.md'))).toEqual([expect.stringContaining('a b.md')]);
    }
  });

  it('prints JSON', async () => {
    const { stdout } = await box.run('memory', 'list', '--json');
    expect(JSON.parse(stdout)[0]).toMatchObject({
      file: 'feedback_money.md',
      exists: true,
      description: 'Money is integer cents',
      type: 'feedback',
      bytes: 107,
      born: '2026-08-04T08:00:00Z',
      bornIsFileDate: false,
      hits: 0,
      missesBefore: 1,
      missesSince: 2,
      isLeaking: true,
      state: 'Came back',
    });
  });

  it.each(['inkwell', 'INKWELL'])('takes the project %s', async (name) => {
    expect((await box.run('memory', 'list', '--project', name)).stdout).toContain('feedback_money.md');
  });

  it('refuses an unknown project', async () => {
    expect(await box.run('memory', 'list', '--project', 'inkwel')).toEqual({
      code: 2,
      stdout: '',
      stderr: 'There is no project inkwel. Did you mean inkwell?\n',
    });
  });

  it('shows in a session the memories of its project alone, else all with their projects', async () => {
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
    expect((await box.run('memory', 'list', '--project', '-other')).stdout).toMatch(/^elsewhere\.md {2}no type/m);
  });

  it('says so where there is none', async () => {
    expect(await openMemoryBox().run('memory', 'list')).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringMatching(/There are no memories\.\n$/),
    });
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
    expect(lines[3]).toMatch(/^[a-z ]+: .+ 4 Aug 2026.+\.$/);
    expect(stdout).toContain('\n  | description: "Money is integer cents"\n');
    expect(stdout).toContain(`\nChanges (1)\n  2026-08-04  new         retro     l-`);
    expect(stdout).toContain(`    because of ${first}#e-123456\n`);
    expect(stdout).toMatch(
      /\nMissed since it was written \(2\)\n {2}2026-09-03 {2}5e551011-2026-09-03#e-[0-9a-f]{6} {2}feedback_money/,
    );
    expect(stdout).toMatch(/\nMissed before \(1\)\n {2}2026-08-03 {2}/);
    expect(stdout).toContain('\nOpen proposals (1)\n  p-aaaaaa  STRENGTHEN  2026-09-01  It came back.\n');
    expect(code).toBe(0);
  });

  it('prints what could steer a terminal as its number', async () => {
    const { stdout } = await box.run('memory', 'show', 'feedback_money.md');
    expect(stdout).not.toMatch(new RegExp(`[${ESCAPE}\u202e]`));
    expect(stdout).toContain('Cents. \\u{1b}[2J');
    expect((await box.run('memory', 'show', 'feedback_money.md', '--json')).stdout).not.toContain(ESCAPE);
  });

  it('prints JSON with the whole text and all events', async () => {
    const { stdout } = await box.run('memory', 'show', 'memory/feedback_money.md', '--json');
    const shown = JSON.parse(stdout);
    expect(shown).toMatchObject({
      file: 'feedback_money.md',
      text: expect.stringMatching(/^---\nname/),
      changes: [{ action: 'new' }],
    });
    expect(shown.events.since.map(({ date }: { date: string }) => date)).toEqual(['2026-09-03', '2026-09-04']);
    expect(shown.proposals.map(({ id }: { id: string }) => id)).toEqual(['p-aaaaaa']);
  });

  it('knows a deleted one from the ledger', async () => {
    const { stdout } = await box.run('memory', 'show', 'feedback_old.md');
    expect(stdout).toContain('It is deleted; this is what the ledger knows of it.');
    expect(stdout).toContain('  2026-08-05  delete');
  });

  it.each([
    [['feedback_mony.md'], 'There is no memory feedback_mony.md. Did you mean feedback_money.md?'],
    [['feedback_mony'], 'There is no memory feedback_mony. Did you mean feedback_money.md?'],
    [['dates'], 'There is no memory dates. Did you mean feedback_dates.md?'],
    [['nothing'], 'There is no memory nothing. chronicle memory list says what there is.'],
    [[], "chronicle memory show takes one memory: its file's name. chronicle memory list names them."],
  ])('refuses %j', async (names, sentence) => {
    expect(await box.run('memory', 'show', ...names)).toEqual({ code: 2, stdout: '', stderr: `${sentence}\n` });
  });

  it('is bounded, however long the memory and its lines are', async () => {
    const large = openMemoryBox();
    for (let day = 10; day < 30; day++) {
      large.session(
        `2026-08-${day}`,
        ...Array.from({ length: 9 }, (_, i) => `[MEMORY-MISS] big.md: ${i} ${'long '.repeat(300)}`),
      );
    }
    large.memory('big.md', { body: `${'x'.repeat(15_000)}\n${'line\n'.repeat(5000)}` });
    const { stdout } = await large.run('memory', 'show', 'big.md');
    expect(stdout.length).toBeLessThan(25_000);
    expect(stdout).toMatch(/… 5,\d{3} more lines; --json has all\./);
    expect(stdout).toMatch(/… 1\d\d earlier misses; --json has all\./);
  });
});

describe('chronicle memory audit', () => {
  it('names file and line, what is the matter and what to do', async () => {
    const { code, stdout, stderr } = await box.run('memory', 'audit', '--project', 'inkwell');
    const directory = box.memoryDirectory;
    expect(stdout.trimEnd().split('\n')).toEqual([
      expect.stringContaining(
        `${directory}/feedback_money.md: feedback_money.md does not hold: its mistake was made twice`,
      ),
      `${directory}/MEMORY.md:3: MEMORY.md names gone.md, and there is no such file. Delete the entry, or restore the file.`,
      expect.stringContaining(`${directory}/user_role.md: MEMORY.md does not name user_role.md`),
      expect.stringContaining(
        `${directory}/feedback_unused.md: feedback_unused.md was of no use that anybody noted, in 25 sessions`,
      ),
    ]);
    expect(stderr).toBe('4 findings on 4 memories.\n');
    expect(code).toBe(0);
  });

  it('exits with 1 under --strict if anything is found', async () => {
    expect((await box.run('memory', 'audit', '--strict')).code).toBe(1);
    const clean = openMemoryBox();
    clean.session('2026-08-03', MISS);
    clean.memory('feedback_dates.md');
    clean.index('feedback_dates.md');
    expect(await clean.run('memory', 'audit', '--strict')).toEqual({
      code: 0,
      stdout: '',
      stderr: 'No findings on 1 memory.\n',
    });
  });

  it('prints JSON', async () => {
    const { stdout } = await box.run('memory', 'audit', '--json');
    expect(JSON.parse(stdout)).toContainEqual(
      expect.objectContaining({ project: 'inkwell', kind: 'no-file', file: 'gone.md', line: 3 }),
    );
  });

  it('prints no more than somebody takes in, and says how many there are', async () => {
    const many = openMemoryBox();
    many.session('2026-08-03', MISS);
    many.index(...Array.from({ length: 100 }, (_, i) => `gone_${i}.md`));
    const { stdout, stderr } = await many.run('memory', 'audit');
    expect(stdout.trimEnd().split('\n')).toHaveLength(80);
    expect(stderr).toBe('20 more findings not printed; --json has all.\n100 findings on no memories.\n');
    expect(JSON.parse((await many.run('memory', 'audit', '--json')).stdout)).toHaveLength(100);
  });

  it('goes by what the owner decided about groups, and says what of it cannot be used', async () => {
    const own = openMemoryBox();
    own.session('2026-08-03', '[MEMORY-MISS] feedback_money.md: a float');
    own.session('2026-09-03', '[MEMORY-MISS] The total of the order came out a cent short');
    own.memory('feedback_money.md');
    own.ledger({ file: 'feedback_money.md', at: '2026-08-04T08:00:00Z' });
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
    expect((await own.run('memory', 'audit')).stdout).toContain('feedback_money.md does not hold');
    writeFileSync(clusters, 'spilt: []\n');
    expect((await own.run('memory', 'audit')).stderr).toContain(`${clusters}:1:1: `);
  });
});

describe('a memory that cannot be read', () => {
  it('is there, and each command says what is wrong with it', async () => {
    const own = openMemoryBox();
    own.session('2026-08-03', MISS);
    own.memory('feedback_money.md');
    own.ledger({ file: 'feedback_money.md', at: '2026-08-04T08:00:00Z' });
    writeFileSync(join(own.memoryDirectory, 'feedback_money.md'), Buffer.from([0x61, 0xff]));
    writeFileSync(join(own.memoryDirectory, 'MEMORY.md'), Buffer.from([0x61, 0xff]));
    const why = 'the file is not UTF-8 text (a byte here begins no character)';
    const list = await own.run('memory', 'list');
    expect(list.stdout).toMatch(/feedback_money\.md .* unreadable /);
    expect(list.stderr).toContain(`feedback_money.md: ${why}.`);
    const [entry] = JSON.parse((await own.run('memory', 'list', '--json')).stdout);
    expect(entry).toMatchObject({ exists: true, bytes: null, fault: why });
    const shown = (await own.run('memory', 'show', 'feedback_money')).stdout;
    expect(shown).toContain(`What it says is not known: ${why}.`);
    expect(shown).not.toContain('deleted');
    const audit = (await own.run('memory', 'audit')).stdout;
    expect(audit).toContain(`feedback_money.md cannot be judged: ${why}.`);
    expect(audit).toContain(`MEMORY.md cannot be judged: ${why}.`);
    expect(audit).not.toContain('does not name');
    expect((await own.run('check')).stdout).toMatch(/feedback_money\.md:1:2: .*not UTF-8/);
  });
});
