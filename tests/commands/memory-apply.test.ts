import { readFileSync, rmSync, statSync, writeFileSync, appendFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { noteStart } from '#src/record/live.ts';
import { pathsOf } from '#src/lib/paths.ts';
import {
  applied,
  boxWithMoney,
  MONEY,
  NEW,
  STRONGER,
  type Box,
  MISS,
  OTHER,
  openBox,
  SESSION,
  sha256,
} from './proposal-box.ts';

describe('chronicle memory apply', () => {
  it('writes a new memory, its entry, its history line and the decision', async () => {
    const box = openBox();
    rmSync(box.memories, { recursive: true });
    const [{ id } = { id: '' }] = await box.propose(NEW);
    const finished = await box.run(['apply', 'all', '--yes']);
    expect(finished).toSucceed(
      new RegExp(
        `^${id} \\[NEW\\] feedback_money\\.md: written\\.\\n  MEMORY\\.md: \\+ - \\[Money in cents\\]\\(feedback_money\\.md\\) — Amounts are integer cents\\n  Backup: (\\S+)\\n  Undo: chronicle memory undo ${id}\\n$`,
      ),
    );
    expect(box.memory('feedback_money.md')).toBe(MONEY);
    expect(box.memory('MEMORY.md')).toBe('- [Money in cents](feedback_money.md) — Amounts are integer cents\n');
    expect(statSync(box.memories).mode & 0o777).toBe(0o700);
    expect(box.history()).toMatchObject([
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
    expect(box.proposals()).toMatchObject([{ id, state: 'approved', decided: box.history()[0]?.at }]);
    const backup = finished.stdout.match(/Backup: (\S+)/)?.[1] ?? '';
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
    expect(box.history()).toMatchObject([{ action: entered, before: sha256(MONEY), after: sha256(STRONGER) }]);
  });

  it('deletes a memory and its entry', async () => {
    const box = boxWithMoney();
    await applied(box, { action: 'DELETE', file: 'feedback_money.md' });
    expect(box.memory('feedback_money.md')).toBeNull();
    expect(box.memory('MEMORY.md')).toBe('# Memory\n\n- [Dates](dates.md) — UTC\n');
    expect(box.history()).toMatchObject([{ action: 'delete', before: sha256(MONEY), after: null }]);
    expect(box.leftovers()).toEqual([]);
  });

  it('applies a skipped proposal by its id; all means only open ones', async () => {
    const box = openBox();
    const [{ id } = { id: '' }] = await box.propose(NEW);
    await box.run(['skip', id]);
    expect(await box.run(['apply', 'all', '--yes'])).toMatchObject({
      code: 2,
      stderr: `Session ${SESSION} has no open proposals. Nothing was changed.\n`,
    });
    expect((await box.run(['apply', id, '--yes'])).code).toBe(0);
    expect(box.proposals()).toMatchObject([{ state: 'approved' }]);
  });

  it('means the proposals of the session by all, or of the project outside a session', async () => {
    const box = openBox();
    await box.propose(NEW);
    const other = await box.run(['apply', 'all', '--yes', '--session', 'session-two']);
    expect(other.stderr).toContain('Session session-two has no open proposals.');
    expect((await box.run(['apply', 'all', '--yes', '--project', 'tide'])).code).toBe(0);
  });

  it('keeps bytes of a memory that are not text', async () => {
    const box = boxWithMoney();
    const bytes = Buffer.concat([Buffer.from(MONEY), Buffer.from([0xff, 0xfe, 0x0a])]);
    writeFileSync(join(box.memories, 'feedback_money.md'), bytes);
    const id = await applied(box, { action: 'DELETE', file: 'feedback_money.md' });
    expect((await box.run(['undo', id, '--yes'])).code).toBe(0);
    expect(readFileSync(join(box.memories, 'feedback_money.md'))).toEqual(bytes);
  });
});

describe('chronicle memory apply refuses, and changes nothing', () => {
  async function refusal(box: Box, args: string[], env: Record<string, string> = {}): Promise<string> {
    const before = box.files();
    const { code, stdout, stderr } = await box.run(args, { env });
    expect([code, stdout]).toEqual([2, '']);
    expect(box.files()).toEqual(before);
    expect(stderr).toMatch(/Nothing was (?:written|changed)\.$/m);
    return stderr;
  }

  it('a memory that was changed since it was shown', async () => {
    const box = boxWithMoney();
    const [{ id } = { id: '' }] = await box.propose({ ...NEW, action: 'STRENGTHEN', text: STRONGER });
    box.write('feedback_money.md', `${MONEY}By hand.\n`);
    const stderr = await refusal(box, ['apply', id, '--yes']);
    const digests = [MONEY, `${MONEY}By hand.\n`].map((text) => sha256(text).slice(0, 12));
    for (const words of ['feedback_money.md has changed since it was shown', ...digests, 'propose the change again'])
      expect(stderr).toContain(words);
  });

  it('a new memory whose name was taken meanwhile, and one that is gone', async () => {
    const box = boxWithMoney();
    const [{ id: taken } = { id: '' }] = await box.propose({ ...NEW, file: 'b.md' });
    const [{ id: gone } = { id: '' }] = await box.propose({ ...NEW, action: 'STRENGTHEN', text: STRONGER });
    box.write('b.md', 'x');
    rmSync(join(box.memories, 'feedback_money.md'));
    expect(await refusal(box, ['apply', taken, '--yes'])).toContain('it did not exist; now it has');
    expect(await refusal(box, ['apply', gone, '--yes'])).toContain('now it is gone');
  });

  it('a whole batch if one of it cannot be applied', async () => {
    const box = boxWithMoney();
    await box.propose({ ...NEW, file: 'a.md' }, { ...NEW, action: 'STRENGTHEN', text: STRONGER });
    box.write('feedback_money.md', 'x');
    await refusal(box, ['apply', 'all', '--yes']);
  });

  it.each(['MEMORY.md', 'Memory.md', '.hidden.md', '..md'])(
    'a proposal that somebody has pointed at %s',
    async (file) => {
      const box = openBox();
      const [{ id } = { id: '' }] = await box.propose(NEW);
      const path = join(box.chronicle, 'memory/proposals.jsonl');
      writeFileSync(path, readFileSync(path, 'utf8').replace('feedback_money.md', file));
      expect(await refusal(box, ['apply', id, '--yes'])).toContain('which is not a memory.');
    },
  );

  it('two changes of one file', async () => {
    const box = boxWithMoney();
    await box.propose({ ...NEW, action: 'STRENGTHEN', text: STRONGER });
    const remove = { action: 'DELETE', file: 'feedback_money.md', events: [MISS], reason: 'x' };
    const input = JSON.stringify({ proposals: [remove] });
    await box.run(['propose', '--session', 'session-two'], { input });
    const both = await refusal(box, ['apply', 'all', '--yes', '--project', 'tide']);
    expect(both).toContain('both change feedback_money.md');
  });

  it('a proposal that was already applied, and says when', async () => {
    const box = openBox();
    const id = await applied(box, NEW);
    const stderr = await refusal(box, ['apply', id, '--yes']);
    expect(stderr).toMatch(new RegExp(`^${id} was already applied on 20\\d\\d-\\S+Z\\.`));
  });

  it('a change that pushes lines out of MEMORY.md, but not one that does not lengthen it', async () => {
    const box = boxWithMoney();
    box.write('MEMORY.md', `- [Cents](feedback_money.md) — x\n${'y\n'.repeat(204)}`);
    const [remove] = await box.propose({ action: 'DELETE', file: 'feedback_money.md' });
    await expect(box.propose({ ...NEW, file: 'b.md' })).rejects.toThrow('MEMORY.md would have 206 lines');
    expect(await box.run(['apply', remove?.id ?? '', '--yes'])).toMatchObject({ code: 0, stderr: '' });
    box.write('MEMORY.md', 'y\n'.repeat(199));
    const [fits] = await box.propose({ ...NEW, file: 'b.md' });
    box.write('MEMORY.md', 'y\n'.repeat(200));
    expect(await refusal(box, ['apply', fits?.id ?? '', '--yes'])).toContain('it would lose 1 line.');
  });

  it.each([
    [[], 'chronicle memory apply takes proposal ids'],
    [['all', 'p-123456'], 'chronicle memory apply takes proposal ids'],
    [['p-123456'], 'There is no proposal p-123456 in '],
    [['p-123456', '--project', 'tde'], 'There is no project tde. Did you mean tide?'],
    [['p-123456', '--project', 'tide', '--session', 'x'], 'Use --session or --project, not both.'],
    [['p-123456', '--session', 'session-three'], 'No chronicle was found for session session-three'],
    [['p-123456', '--session', '../x'], 'The session id is invalid'],
  ])('%j', async (args, sentence) => {
    const box = openBox();
    await box.propose(NEW);
    expect(await refusal(box, ['apply', ...args, '--yes'])).toContain(sentence);
  });

  it('if nobody can be asked', async () => {
    const box = openBox();
    const [{ id } = { id: '' }] = await box.propose(NEW);
    expect(await refusal(box, ['apply', id])).toContain('Cannot ask: this is not a terminal.');
    const asked = 'Nobody was asked about this change';
    expect(await refusal(box, ['apply', id, '--yes'], { CLAUDE_CODE_SESSION_ID: SESSION })).toContain(asked);
    expect(await refusal(box, ['apply', id, '--yes'], { CLAUDECODE: '1' })).toContain(asked);
    expect(await refusal(box, ['undo', id, '--yes'], { CLAUDECODE: '1' })).toContain('has no change to undo');
  });
});

describe('chronicle memory apply below the process of a session', () => {
  it.skipIf(process.platform !== 'linux')('asks also where the environment was left behind', async () => {
    const box = openBox();
    const id = await applied(box, NEW);
    const env = { variables: {}, home: box.root, cwd: box.root, now: () => new Date(), parentPid: process.pid };
    const start = { by: 'plugin', source: 'startup', directory: box.root } as const;
    noteStart(pathsOf(box.config), OTHER, { ...env, host: hostname() }, start);
    expect((await box.run(['undo', id, '--yes'])).stderr).toContain('Nobody was asked about this change');
    noteStart(pathsOf(box.config), OTHER, { ...env, host: 'another' }, start);
    expect((await box.run(['undo', id, '--yes'])).code).toBe(0);
  });
});

describe('chronicle memory skip', () => {
  it('keeps skipped proposals with their date, and all other lines unchanged', async () => {
    const box = openBox();
    const [{ id } = { id: '' }] = await box.propose(NEW);
    const path = join(box.chronicle, 'memory/proposals.jsonl');
    appendFileSync(path, 'not a proposal \xff\n{"id": "p-half"');
    const foreign = readFileSync(path, 'latin1').split('\n').slice(1).join('\n');
    expect(await box.run(['skip', id])).toSucceed(`${id} [NEW] feedback_money.md: skipped.\n`);
    expect(box.proposals()).toMatchObject([{ id, state: 'skipped', decided: expect.stringMatching(/^20/) }]);
    expect(readFileSync(path, 'latin1').split('\n').slice(1).join('\n')).toContain(foreign.trimEnd());
    expect(await box.run(['skip', id])).toMatchObject({ code: 2, stderr: expect.stringContaining('was skipped on') });
  });

  it('takes --yes, as apply and undo do, although it does not ask', async () => {
    const box = openBox();
    const [{ id } = { id: '' }] = await box.propose(NEW);
    expect(await box.run(['skip', 'all', '--yes'])).toMatchObject({ code: 0, stderr: '' });
    expect(box.proposals()).toMatchObject([{ id, state: 'skipped' }]);
  });
});
