import { execFileSync } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { noteAsked, noteStart } from '#src/node/session/live.ts';
import { layoutOf } from '#src/project/paths.ts';
import { type Box, MISS, memory, OTHER, openBox, SESSION, sha256 } from './proposal-box.ts';

const MONEY = memory('money-in-cents', 'Amounts are integer cents');
const STRONGER = MONEY.replace('integers.', 'integers. Never floats.');
const NEW = { action: 'NEW', file: 'feedback_money.md', text: MONEY };

/** A project in which feedback_money.md is a memory with an entry in MEMORY.md. */
function boxWithMoney(): Box {
  const box = openBox();
  box.write('feedback_money.md', MONEY);
  box.write(
    'MEMORY.md',
    '# Memory\n\n- [Cents](feedback_money.md) — Amounts are integer cents\n- [Dates](dates.md) — UTC\n',
  );
  return box;
}

async function applied(box: Box, proposal: object): Promise<string> {
  const [{ id } = { id: '' }] = await box.propose(proposal);
  expect(await box.run(['apply', id, '--yes'])).toMatchObject({ code: 0, stderr: '' });
  return id;
}

describe('chronicle memory apply', () => {
  it('writes a new memory, its entry, its ledger line and what became of the proposal', async () => {
    const box = openBox();
    rmSync(box.memories, { recursive: true });
    const [{ id } = { id: '' }] = await box.propose(NEW);
    const { code, stdout, stderr } = await box.run(['apply', 'all', '--yes']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(
      new RegExp(
        `^${id} \\[NEW\\] feedback_money\\.md: written\\.\\n  MEMORY\\.md: \\+ - \\[Money in cents\\]\\(feedback_money\\.md\\) — Amounts are integer cents\\n  Backup: (\\S+)\\n  Take it back with: chronicle memory undo ${id}\\n$`,
      ),
    );
    expect(box.memory('feedback_money.md')).toBe(MONEY);
    expect(box.memory('MEMORY.md')).toBe('- [Money in cents](feedback_money.md) — Amounts are integer cents\n');
    expect(statSync(box.memories).mode & 0o777).toBe(0o700);
    expect(box.ledger()).toMatchObject([
      {
        source: 'retro',
        action: 'new',
        file: 'feedback_money.md',
        session_id: SESSION,
        events: [`${SESSION}#${MISS}`],
        before: null,
        after: sha256(MONEY),
      },
    ]);
    expect(box.proposals()).toMatchObject([{ id, state: 'approved', decided: box.ledger()[0]?.at }]);
    const backup = stdout.match(/Backup: (\S+)/)?.[1] ?? '';
    expect(statSync(backup).mode & 0o777).toBe(0o700);
    expect(statSync(join(backup, 'after.md')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(backup, 'after.md'), 'utf8')).toBe(MONEY);
    expect(box.leftovers()).toEqual([]);
    expect(statSync(join(box.memories, 'feedback_money.md')).mode & 0o777).toBe(0o600);
  });

  it.each([
    ['STRENGTHEN', 'strengthen'],
    ['STALE?', 'stale'],
  ])('%s rewrites a memory and leaves its entry as it is', async (action, entered) => {
    const box = boxWithMoney();
    const index = box.memory('MEMORY.md');
    await applied(box, { ...NEW, action, text: STRONGER });
    expect(box.memory('feedback_money.md')).toBe(STRONGER);
    expect(box.memory('MEMORY.md')).toBe(index);
    expect(box.ledger()).toMatchObject([{ action: entered, before: sha256(MONEY), after: sha256(STRONGER) }]);
  });

  it('rewrites the words of an entry, and nothing else of it, where the description changed', async () => {
    const box = boxWithMoney();
    await applied(box, { ...NEW, action: 'STRENGTHEN', text: memory('money', 'Always cents') });
    expect(box.memory('MEMORY.md')).toBe(
      '# Memory\n\n- [Cents](feedback_money.md) — Always cents\n- [Dates](dates.md) — UTC\n',
    );
  });

  it('deletes a memory and its entry', async () => {
    const box = boxWithMoney();
    await applied(box, { action: 'DELETE', file: 'feedback_money.md' });
    expect(box.memory('feedback_money.md')).toBeNull();
    expect(box.memory('MEMORY.md')).toBe('# Memory\n\n- [Dates](dates.md) — UTC\n');
    expect(box.ledger()).toMatchObject([{ action: 'delete', before: sha256(MONEY), after: null }]);
    expect(box.leftovers()).toEqual([]);
  });

  it('applies what was skipped, by its id, and all only what is open', async () => {
    const box = openBox();
    const [{ id } = { id: '' }] = await box.propose(NEW);
    await box.run(['skip', id]);
    expect(await box.run(['apply', 'all', '--yes'])).toMatchObject({
      code: 2,
      stderr: `No proposal of the session ${SESSION} is open. Nothing was written.\n`,
    });
    expect((await box.run(['apply', id, '--yes'])).code).toBe(0);
    expect(box.proposals()).toMatchObject([{ state: 'approved' }]);
  });

  it('applies those of the session with all in a session, and of the project outside of one', async () => {
    const box = openBox();
    await box.propose(NEW);
    const other = await box.run(['apply', 'all', '--yes', '--session', 'session-two']);
    expect(other.stderr).toContain('No proposal of the session session-two is open.');
    expect((await box.run(['apply', 'all', '--yes', '--project', 'tide'])).code).toBe(0);
  });

  it('keeps the bytes that a memory has which are no text', async () => {
    const box = boxWithMoney();
    const bytes = Buffer.concat([Buffer.from(MONEY), Buffer.from([0xff, 0xfe, 0x0a])]);
    writeFileSync(join(box.memories, 'feedback_money.md'), bytes);
    const id = await applied(box, { action: 'DELETE', file: 'feedback_money.md' });
    expect((await box.run(['undo', id, '--yes'])).code).toBe(0);
    expect(readFileSync(join(box.memories, 'feedback_money.md'))).toEqual(bytes);
  });
});

describe('chronicle memory apply refuses, and writes nothing', () => {
  async function refusal(box: Box, args: string[], env: Record<string, string> = {}): Promise<string> {
    const before = box.files();
    const { code, stdout, stderr } = await box.run(args, { env });
    expect([code, stdout]).toEqual([2, '']);
    expect(box.files()).toEqual(before);
    expect(stderr).toContain('Nothing was written.');
    return stderr;
  }

  it('a memory that was changed since it was shown', async () => {
    const box = boxWithMoney();
    const [{ id } = { id: '' }] = await box.propose({ ...NEW, action: 'STRENGTHEN', text: STRONGER });
    box.write('feedback_money.md', `${MONEY}By hand.\n`);
    const stderr = await refusal(box, ['apply', id, '--yes']);
    expect(stderr).toContain('feedback_money.md is not what was shown');
    expect(stderr).toContain(sha256(MONEY).slice(0, 12));
    expect(stderr).toContain(sha256(`${MONEY}By hand.\n`).slice(0, 12));
    expect(stderr).toContain('propose the change again');
  });

  it('a new memory whose name was taken meanwhile, and one that is gone', async () => {
    const box = boxWithMoney();
    const [{ id: taken } = { id: '' }] = await box.propose({ ...NEW, file: 'b.md' });
    const [{ id: gone } = { id: '' }] = await box.propose({ ...NEW, action: 'STRENGTHEN', text: STRONGER });
    box.write('b.md', 'x');
    rmSync(join(box.memories, 'feedback_money.md'));
    expect(await refusal(box, ['apply', taken, '--yes'])).toContain('it was not there, and it has');
    expect(await refusal(box, ['apply', gone, '--yes'])).toContain('it is gone today');
  });

  it('all of a batch of which one cannot be', async () => {
    const box = boxWithMoney();
    await box.propose({ ...NEW, file: 'a.md' }, { ...NEW, action: 'STRENGTHEN', text: STRONGER });
    box.write('feedback_money.md', 'x');
    await refusal(box, ['apply', 'all', '--yes']);
  });

  it.each(['MEMORY.md', 'Memory.md', '.hidden.md', '..md'])(
    'a proposal that somebody has made about %s',
    async (file) => {
      const box = openBox();
      const [{ id } = { id: '' }] = await box.propose(NEW);
      const path = join(box.chronicle, 'memory/proposals.jsonl');
      writeFileSync(path, readFileSync(path, 'utf8').replace('feedback_money.md', file));
      expect(await refusal(box, ['apply', id, '--yes'])).toContain('which is no memory.');
    },
  );

  it('two changes of one file', async () => {
    const box = boxWithMoney();
    await box.propose({ ...NEW, action: 'STRENGTHEN', text: STRONGER });
    const input = JSON.stringify({
      proposals: [{ action: 'DELETE', file: 'feedback_money.md', events: [MISS], reason: 'x' }],
    });
    await box.run(['propose', '--session', 'session-two'], { input });
    expect(await refusal(box, ['apply', 'all', '--yes', '--project', 'tide'])).toContain(
      'both change feedback_money.md',
    );
  });

  it('what was applied already, saying when', async () => {
    const box = openBox();
    const id = await applied(box, NEW);
    const stderr = await refusal(box, ['apply', id, '--yes']);
    expect(stderr).toMatch(new RegExp(`^${id} was applied on 20\\d\\d-\\S+Z already\\.`));
  });

  it('what would push lines of MEMORY.md out, but not what leaves a long one no longer', async () => {
    const box = boxWithMoney();
    box.write('MEMORY.md', `- [Cents](feedback_money.md) — x\n${'y\n'.repeat(204)}`);
    const [remove] = await box.propose({ action: 'DELETE', file: 'feedback_money.md' });
    const input = JSON.stringify({ proposals: [{ ...NEW, file: 'b.md', events: [MISS], reason: 'x' }] });
    const { code, stderr } = await box.run(['propose'], { input });
    expect(code).toBe(2);
    expect(stderr).toContain('MEMORY.md would have 206 lines');
    expect(await box.run(['apply', remove?.id ?? '', '--yes'])).toMatchObject({ code: 0, stderr: '' });
    box.write('MEMORY.md', 'y\n'.repeat(199));
    const [fits] = await box.propose({ ...NEW, file: 'b.md' });
    box.write('MEMORY.md', 'y\n'.repeat(200));
    expect(await refusal(box, ['apply', fits?.id ?? '', '--yes'])).toContain('a line of it would be lost');
  });

  it.each([
    [[], 'chronicle memory apply takes ids'],
    [['all', 'p-123456'], 'chronicle memory apply takes ids'],
    [['p-123456'], 'There is no proposal p-123456 in '],
    [['p-123456', '--project', 'tde'], 'There is no project tde. Did you mean tide?'],
    [['p-123456', '--project', 'tide', '--session', 'x'], 'Name a session or a project, not both.'],
    [['p-123456', '--session', 'session-three'], 'No chronicle was found for session session-three'],
    [['p-123456', '--session', '../x'], 'The session id is not one'],
  ])('%j', async (args, sentence) => {
    const box = openBox();
    await box.propose(NEW);
    expect(await refusal(box, ['apply', ...args, '--yes'])).toContain(sentence);
  });

  it('where nobody can be asked', async () => {
    const box = openBox();
    const [{ id } = { id: '' }] = await box.propose(NEW);
    expect(await refusal(box, ['apply', id])).toContain('There is nobody to ask: this is no terminal.');
    const asked = 'Nobody was asked about this change';
    expect(await refusal(box, ['apply', id, '--yes'], { CLAUDE_CODE_SESSION_ID: SESSION })).toContain(asked);
    expect(await refusal(box, ['apply', id, '--yes'], { CLAUDECODE: '1' })).toContain(asked);
    expect(await refusal(box, ['undo', id, '--yes'], { CLAUDECODE: '1' })).toContain('has changed nothing that stands');
  });
});

describe('chronicle memory apply in a session', () => {
  const env = { CLAUDE_CODE_SESSION_ID: SESSION };

  function ask(box: Box, shown: string[]): void {
    const world = { env: {}, home: box.root, cwd: box.root, now: () => new Date(), host: 'h', parentPid: process.pid };
    noteAsked(layoutOf(box.config), SESSION, world, { shown });
  }

  it('takes the ticket that the hook left when it asked, once', async () => {
    const box = openBox();
    const [first, second] = await box.propose(NEW, { ...NEW, file: 'b.md' });
    ask(box, [first?.id ?? '']);
    expect(await box.run(['apply', first?.id ?? ''], { env })).toMatchObject({ code: 0, stderr: '' });
    expect((await box.run(['apply', second?.id ?? ''], { env })).code).toBe(2);
  });

  it('refuses to apply more than the person was shown', async () => {
    const box = openBox();
    const [first] = await box.propose(NEW, { ...NEW, file: 'b.md' });
    ask(box, [first?.id ?? '']);
    expect((await box.run(['apply', 'all'], { env })).code).toBe(2);
    expect(box.ledger()).toEqual([]);
  });
});

describe('chronicle memory apply below the process of a session', () => {
  it.skipIf(process.platform !== 'linux')('asks also where the environment was left behind', async () => {
    const box = openBox();
    const id = await applied(box, NEW);
    const world = { env: {}, home: box.root, cwd: box.root, now: () => new Date(), parentPid: process.pid };
    const start = { by: 'plugin', source: 'startup', directory: box.root } as const;
    noteStart(layoutOf(box.config), OTHER, { ...world, host: hostname() }, start);
    expect((await box.run(['undo', id, '--yes'])).stderr).toContain('Nobody was asked about this change');
    noteStart(layoutOf(box.config), OTHER, { ...world, host: 'another' }, start);
    expect((await box.run(['undo', id, '--yes'])).code).toBe(0);
  });
});

describe('chronicle memory undo', () => {
  it.each([
    ['a new memory', NEW, openBox],
    ['a rewritten one', { ...NEW, action: 'STRENGTHEN', text: memory('money', 'Always cents') }, boxWithMoney],
    ['a deleted one', { action: 'DELETE', file: 'feedback_money.md' }, boxWithMoney],
  ])('takes back %s, byte for byte', async (_, proposal, open) => {
    const box = open();
    const before = [box.memory('feedback_money.md'), box.memory('MEMORY.md')];
    const id = await applied(box, proposal);
    const { code, stdout, stderr } = await box.run(['undo', 'last', '--yes']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(`${id} [UNDO] feedback_money.md: as it was before.`);
    expect([box.memory('feedback_money.md'), box.memory('MEMORY.md')]).toEqual(before);
    const [made, undone] = box.ledger();
    expect(undone).toMatchObject({ action: 'undo', source: 'retro', before: made?.after, after: made?.before });
    expect(box.proposals()).toMatchObject([{ id, state: 'undone', undone: undone?.at, decided: made?.at }]);
    expect(box.leftovers()).toEqual([]);
    const again = await box.run(['undo', id, '--yes']);
    expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining('(it is undone)') });
    expect((await box.run(['apply', id, '--yes'])).code).toBe(0);
    expect(box.proposals()).toMatchObject([{ state: 'approved', undone: null }]);
  });

  it('refuses what was changed since, and says where the bytes lie', async () => {
    const box = boxWithMoney();
    const id = await applied(box, { ...NEW, action: 'STRENGTHEN', text: STRONGER });
    box.write('feedback_money.md', 'by hand');
    const { code, stderr } = await box.run(['undo', id, '--yes']);
    expect(code).toBe(2);
    expect(stderr).toContain('feedback_money.md is not what it left');
    expect(stderr).toContain('somebody has changed it since');
    expect(readFileSync(join(stderr.match(/lie in (\S+)\. Nothing/)?.[1] ?? '', 'before.md'), 'utf8')).toBe(MONEY);
    expect(box.memory('feedback_money.md')).toBe('by hand');
  });

  it('names the newer change that has to be taken back first', async () => {
    const box = openBox();
    const first = await applied(box, NEW);
    const second = await applied(box, { ...NEW, file: 'b.md' });
    const { stderr } = await box.run(['undo', first, '--yes']);
    expect(stderr).toContain(`${second} changed it on`);
    expect((await box.run(['undo', second, '--yes'])).code).toBe(0);
    expect((await box.run(['undo', first, '--yes'])).code).toBe(0);
    expect(box.memory('MEMORY.md')).toBeNull();
  });

  it('takes back a change that left MEMORY.md alone, whatever became of that', async () => {
    const box = boxWithMoney();
    const id = await applied(box, { ...NEW, action: 'STRENGTHEN', text: STRONGER });
    await applied(box, { ...NEW, file: 'b.md' });
    expect((await box.run(['undo', id, '--yes'])).code).toBe(0);
    expect(box.memory('MEMORY.md')).toContain('(b.md)');
  });

  it.each([1, 2, 3])('takes back a batch one by one, the last of it first (%i)', async (run) => {
    const box = boxWithMoney();
    const before = box.memory('MEMORY.md');
    const files = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}.md`);
    const filed = files.map((file) => ({ action: 'NEW', file, text: memory(file[0] ?? '', `Text ${run} of ${file}`) }));
    const ids = (await box.propose(...filed)).map(({ id }) => id);
    expect((await box.run(['apply', 'all', '--yes'])).code).toBe(0);
    const refused = await box.run(['undo', ids[0] ?? '', '--yes']);
    expect(refused.stderr).toContain(`take that back first with chronicle memory undo ${ids[4]}`);
    for (const id of ids.toReversed()) {
      const { code, stdout, stderr } = await box.run(['undo', 'last', '--yes']);
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).toContain(`${id} [UNDO]`);
    }
    expect([...files.map((file) => box.memory(file)), box.memory('MEMORY.md')]).toEqual([
      ...files.map(() => null),
      before,
    ]);
  });

  it('takes back the last change where none is named', async () => {
    const box = openBox();
    await applied(box, NEW);
    const second = await applied(box, { ...NEW, file: 'b.md' });
    const { code, stdout } = await box.run(['undo', '--yes']);
    expect([code, stdout]).toEqual([0, expect.stringContaining(`${second} [UNDO] b.md`)]);
    expect(await box.run(['undo', 'last', second, '--yes'])).toMatchObject({ code: 2 });
  });

  it.each([
    ['a new memory', NEW, openBox, '- [B](b.md)\n'],
    [
      'a rewritten one',
      { ...NEW, action: 'STRENGTHEN', text: memory('money', 'Always cents') },
      boxWithMoney,
      '# Memory\n\n- [Cents](feedback_money.md) — Amounts are integer cents\n- [Dates](dates.md) — UTC\n- [B](b.md)\n',
    ],
    [
      'a deleted one',
      { action: 'DELETE', file: 'feedback_money.md' },
      boxWithMoney,
      '# Memory\n\n- [Dates](dates.md) — UTC\n- [B](b.md)\n- [Cents](feedback_money.md) — Amounts are integer cents\n',
    ],
  ])('takes back %s and its own line of a MEMORY.md that somebody has changed', async (_, proposal, open, index) => {
    const box = open();
    const before = box.memory('feedback_money.md');
    const id = await applied(box, proposal);
    box.write('MEMORY.md', `${box.memory('MEMORY.md') ?? ''}- [B](b.md)\n`);
    const refused = await box.run(['undo', '--yes']);
    expect(refused).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`chronicle memory undo ${id} --keep-index`),
    });
    const { code, stdout, stderr } = await box.run(['undo', '--keep-index', '--yes']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`${id} [UNDO] feedback_money.md`);
    expect([box.memory('feedback_money.md'), box.memory('MEMORY.md')]).toEqual([before, index]);
    expect(box.leftovers()).toEqual([]);
  });

  it('refuses to keep MEMORY.md where the memory itself was changed', async () => {
    const box = openBox();
    await applied(box, NEW);
    box.write('feedback_money.md', 'by hand');
    const before = box.files();
    const { code, stderr } = await box.run(['undo', '--keep-index', '--yes']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('feedback_money.md is not what it left')]);
    expect(stderr).not.toContain('--keep-index');
    expect(box.files()).toEqual(before);
  });

  it('refuses a backup that was tampered with', async () => {
    const box = boxWithMoney();
    const id = await applied(box, { ...NEW, action: 'STRENGTHEN', text: STRONGER });
    const path = Object.keys(box.files()).find((each) => each.endsWith('/before.md')) ?? '';
    writeFileSync(join(box.directory, path), 'evil');
    expect(await box.run(['undo', id, '--yes'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is not what was written there'),
    });
  });

  it('first finishes what a killed command left', async () => {
    const box = openBox();
    const id = await applied(box, NEW);
    const [backup = ''] = readdirSync(box.backups);
    const ledger = join(box.chronicle, 'memory-ledger.jsonl');
    writeFileSync(join(box.chronicle, 'memory/pending'), `${backup}\n`);
    writeFileSync(ledger, readFileSync(ledger, 'utf8').slice(0, 40));
    rmSync(join(box.memories, 'MEMORY.md'));
    expect((await box.run(['undo', id, '--yes'])).code).toBe(0);
    expect(box.ledger().map(({ action }) => action)).toEqual(['new', 'undo']);
    expect(box.memory('feedback_money.md')).toBeNull();
    expect(box.leftovers()).toEqual([]);
  });

  it.each([
    [['undo', 'p-123456', 'last', '--yes'], 'takes the id of one applied proposal, or last'],
    [['undo', '--yes'], 'No change of memory is left to take back.'],
    [['undo', 'last', '--yes'], 'No change of memory is left to take back.'],
    [['undo', 'p-123456', '--yes'], 'p-123456 has changed nothing that stands.'],
  ])('%j is refused', async (args, sentence) => {
    expect(await openBox().run(args)).toMatchObject({ code: 2, stderr: expect.stringContaining(sentence) });
  });
});

describe('chronicle memory skip', () => {
  it('keeps what was decided against, with its date, and every other line as it is', async () => {
    const box = openBox();
    const [{ id } = { id: '' }] = await box.propose(NEW);
    const path = join(box.chronicle, 'memory/proposals.jsonl');
    appendFileSync(path, 'not a proposal \xff\n{"id": "p-half"');
    const foreign = readFileSync(path, 'latin1').split('\n').slice(1).join('\n');
    expect(await box.run(['skip', id])).toEqual({
      code: 0,
      signal: null,
      stdout: `${id} [NEW] feedback_money.md: skipped.\n`,
      stderr: '',
    });
    expect(box.proposals()).toMatchObject([{ id, state: 'skipped', decided: expect.stringMatching(/^20/) }]);
    expect(readFileSync(path, 'latin1').split('\n').slice(1).join('\n')).toContain(foreign.trimEnd());
    expect(await box.run(['skip', id])).toMatchObject({ code: 2, stderr: expect.stringContaining('was skipped on') });
  });
});

describe('the bundle', () => {
  it('files, applies and takes back without node_modules', async () => {
    const box = openBox();
    const script = fileURLToPath(new URL('../../scripts/bundle.ts', import.meta.url));
    execFileSync(process.execPath, [script, '--out', join(box.root, 'dist')]);
    const program = join(box.root, 'dist/cli.mjs');
    const input = JSON.stringify({ proposals: [{ ...NEW, events: [MISS], reason: 'Floats again.' }] });
    const filed = await box.run(['propose'], { input, program });
    expect([filed.code, filed.stderr]).toEqual([0, '']);
    expect(filed.stdout).toContain('+++ b/feedback_money.md');
    expect(await box.run(['apply', 'all', '--yes'], { program })).toMatchObject({ code: 0, stderr: '' });
    expect(box.memory('feedback_money.md')).toBe(MONEY);
    expect(await box.run(['undo', 'last', '--yes'], { program })).toMatchObject({ code: 0, stderr: '' });
    expect(box.memory('feedback_money.md')).toBeNull();
  });
});

describe('chronicle memory', () => {
  let help = '';
  beforeAll(async () => {
    help = (await openBox().run(['--help', '--session=x'])).stdout;
  });

  it('lists its commands with a line each', () => {
    for (const name of ['propose', 'apply', 'skip', 'undo']) expect(help).toMatch(new RegExp(`^  ${name} +\\S`, 'm'));
  });

  it('says which commands there are', async () => {
    const { code, stderr } = await openBox().run(['aply']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('There is no command memory aply. There are propose,')]);
  });
});
