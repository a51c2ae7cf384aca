import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { applied, boxWithMoney, MONEY, NEW, STRONGER, type Box, memory, openBox } from './proposal-box.ts';

/** Each change, and MEMORY.md after its undo if somebody has added a line meanwhile. */
const CHANGES: [what: string, proposal: object, open: () => Box, index: string][] = [
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
];

describe('chronicle memory undo', () => {
  it.each(CHANGES)('undoes %s, byte for byte', async (_, proposal, open) => {
    const box = open();
    const before = [box.memory('feedback_money.md'), box.memory('MEMORY.md')];
    const id = await applied(box, proposal);
    expect(await box.run(['undo', 'last', '--yes'])).toSucceed(`${id} [UNDO] feedback_money.md: restored.`);
    expect([box.memory('feedback_money.md'), box.memory('MEMORY.md')]).toEqual(before);
    const [made, undone] = box.history();
    expect(undone).toMatchObject({ action: 'undo', source: 'retro', before: made?.after, after: made?.before });
    expect(box.proposals()).toMatchObject([{ id, state: 'undone', undone: undone?.at, decided: made?.at }]);
    expect(box.leftovers()).toEqual([]);
    const again = await box.run(['undo', id, '--yes']);
    expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining('(it is undone)') });
    expect((await box.run(['apply', id, '--yes'])).code).toBe(0);
    expect(box.proposals()).toMatchObject([{ state: 'approved', undone: null }]);
  });

  it('refuses a memory that has changed since, and says where the earlier version is', async () => {
    const box = boxWithMoney();
    const id = await applied(box, { ...NEW, action: 'STRENGTHEN', text: STRONGER });
    box.write('feedback_money.md', 'by hand');
    const finished = await box.run(['undo', id, '--yes']);
    expect(finished).toRefuse('feedback_money.md has changed since', 'somebody has changed it since');
    expect(
      readFileSync(
        join(finished.stderr.match(/earlier version is in (\S+)\. Nothing/)?.[1] ?? '', 'before.md'),
        'utf8',
      ),
    ).toBe(MONEY);
    expect(box.memory('feedback_money.md')).toBe('by hand');
  });

  it('names the newer change that has to be undone first', async () => {
    const box = openBox();
    const first = await applied(box, NEW);
    const second = await applied(box, { ...NEW, action: 'STRENGTHEN', text: STRONGER });
    const { stderr } = await box.run(['undo', first, '--yes']);
    expect(stderr).toContain(`${second} changed it on`);
    expect((await box.run(['undo', second, '--yes'])).code).toBe(0);
    expect((await box.run(['undo', first, '--yes'])).code).toBe(0);
    expect(box.memory('MEMORY.md')).toBeNull();
  });

  it('undoes a change that did not touch MEMORY.md, even if that has changed', async () => {
    const box = boxWithMoney();
    const id = await applied(box, { ...NEW, action: 'STRENGTHEN', text: STRONGER });
    await applied(box, { ...NEW, file: 'b.md' });
    expect((await box.run(['undo', id, '--yes'])).code).toBe(0);
    expect(box.memory('MEMORY.md')).toContain('(b.md)');
  });

  it('undoes a batch one by one, the last first', async () => {
    const box = boxWithMoney();
    const before = box.memory('MEMORY.md');
    const files = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}.md`);
    const filed = files.map((file) => ({ action: 'NEW', file, text: memory(file[0] ?? '', `Text of ${file}`) }));
    const ids = (await box.propose(...filed)).map(({ id }) => id);
    expect((await box.run(['apply', 'all', '--yes'])).code).toBe(0);
    for (const id of ids.toReversed()) {
      expect(await box.run(['undo', 'last', '--yes'])).toSucceed(`${id} [UNDO]`);
    }
    for (const file of files) expect(box.memory(file)).toBeNull();
    expect(box.memory('MEMORY.md')).toBe(before);
  });

  it.each(CHANGES)(
    'undoes %s and its own line of a MEMORY.md that somebody has changed',
    async (_, proposal, open, index) => {
      const box = open();
      const before = box.memory('feedback_money.md');
      const id = await applied(box, proposal);
      box.write('MEMORY.md', `${box.memory('MEMORY.md') ?? ''}- [B](b.md)\n`);
      expect(await box.run(['undo', '--yes'])).toSucceed(`${id} [UNDO] feedback_money.md`);
      expect([box.memory('feedback_money.md'), box.memory('MEMORY.md')]).toEqual([before, index]);
      expect(box.leftovers()).toEqual([]);
    },
  );

  it('refuses a backup that was tampered with', async () => {
    const box = boxWithMoney();
    const id = await applied(box, { ...NEW, action: 'STRENGTHEN', text: STRONGER });
    const path = Object.keys(box.files()).find((each) => each.endsWith('/before.md')) ?? '';
    writeFileSync(join(box.directory, path), 'evil');
    expect(await box.run(['undo', id, '--yes'])).toRefuse('is damaged');
  });

  it.each([
    ['a file outside memory', { file: '../../../../../canary.md' }, 'has no change to undo'],
    ['another memory', { file: 'b.md' }, 'is of no change that chronicle made'],
    ['an unknown proposal', { proposal: 'p-abcdef' }, 'is of no change that chronicle made'],
    ['other digests', { memory: { before: null, after: null } }, 'is of no change that chronicle made'],
  ])('refuses a forged backup of %s', async (_, forged, sentence) => {
    const box = openBox();
    const id = await applied(box, NEW);
    const canary = join(box.memories, '../../../../../canary.md');
    const path = join(box.backups, readdirSync(box.backups)[0] ?? '', 'change.json');
    writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), ...forged }));
    const before = box.files();
    const { proposal = id } = forged as { proposal?: string };
    expect(await box.run(['undo', proposal, '--yes'])).toRefuse(sentence);
    expect([box.files(), existsSync(canary)]).toEqual([before, false]);
  });

  it.each([
    [['undo', 'p-123456', 'last', '--yes'], 'takes the id of one applied proposal, or last'],
    [['undo', '--yes'], 'There is no memory change to undo.'],
    [['undo', 'last', '--yes'], 'There is no memory change to undo.'],
    [['undo', 'p-123456', '--yes'], 'p-123456 has no change to undo.'],
  ])('%j is refused', async (args, sentence) => {
    expect(await openBox().run(args)).toMatchObject({ code: 2, stderr: expect.stringContaining(sentence) });
  });
});
