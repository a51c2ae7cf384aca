/* A memory change that a killed process left half-done, met by commands that change no memory themselves. */
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommandLine } from '#src/cli/run.ts';
import { fakeIo } from './fake-io.ts';
import { NEW } from './money-box.ts';
import { type Box, openBox, SESSION } from './proposal-box.ts';
import { runCommand, worldOf } from './run-command.ts';

const FILE = 'feedback_money.md';
const IN_SESSION = { CLAUDE_CODE_SESSION_ID: SESSION, CLAUDECODE: '1' };

/** A box as a process leaves it that is killed after it has written the memory, before the ledger and the proposal. */
async function leftHalfDone(): Promise<{ box: Box; id: string }> {
  const box = openBox();
  const [{ id } = { id: '' }] = await box.propose(NEW);
  const before = box.files();
  await box.run(['apply', id, '--yes']);
  const [name = ''] = readdirSync(box.backups);
  for (const path of Object.keys(box.files())) {
    const text = before[path];
    if (text !== undefined) writeFileSync(join(box.directory, path), text, 'latin1');
    else if (!path.startsWith('chronicle/memory/backups/') && path !== `memory/${FILE}`)
      rmSync(join(box.directory, path));
  }
  writeFileSync(join(box.chronicle, 'memory/pending'), `${name}\n`);
  return { box, id };
}

const isPending = (box: Box) => existsSync(join(box.chronicle, 'memory/pending'));

const COMMANDS: [name: string, args: (id: string) => string[]][] = [
  ['list', () => ['list']],
  ['show', () => ['show', FILE]],
  ['a skip of its proposal', (id) => ['skip', id]],
  ['a skip of an unknown proposal', () => ['skip', 'p-123456']],
  ['review', () => ['review']],
  ['apply', () => ['apply', 'p-123456']],
];

/** Runs a command of a person at a terminal, who gives this answer to the question that it asks. */
async function atTerminal(box: Box, args: readonly string[], answer: boolean): Promise<string> {
  const { io, printed } = fakeIo(worldOf(box.environment(), box.root));
  const asked: string[] = [];
  const confirm = async (question: string) => {
    asked.push(question);
    return answer;
  };
  const words = ['show', 'list'].includes(args[0] ?? '') ? ['memory', ...args] : box.words(args);
  const place = args[0] === 'review' ? ['memory', 'review', '--project', 'tide'] : words;
  await runCommandLine(
    {
      ...io,
      stdin: { ...io.stdin, isTerminal: true },
      stdout: { ...io.stdout, isTerminal: true },
      ask: { ...io.ask, confirm },
    },
    place,
  );
  expect(asked).toEqual(['Complete it, as approved by you?']);
  return printed.stdout + printed.stderr;
}

describe('a half-done change of a memory', () => {
  it.each(COMMANDS)('is completed by %s if the person at the terminal agrees', async (_, argsFor) => {
    const { box, id } = await leftHalfDone();
    expect(box.ledger()).toEqual([]);
    const text = await atTerminal(box, argsFor(id), true);
    expect(text).toContain(`The change ${id} of the memory ${FILE} was begun and not completed.`);
    expect(text).toContain('+description: Amounts are integer cents');
    expect(box.ledger()).toMatchObject([{ source: 'retro', file: FILE }]);
    expect(box.memory('MEMORY.md')).toContain(FILE);
    expect(isPending(box)).toBe(false);
    expect(box.proposals()).toMatchObject([{ state: 'approved' }]);
  });

  it.each(COMMANDS)('is left alone by %s if they do not', async (_, argsFor) => {
    const { box, id } = await leftHalfDone();
    const text = await atTerminal(box, argsFor(id), false);
    expect(text).toMatch(/If you did not approve it, delete \S+\/memory\/pending, and check the memory\./);
    expect([box.ledger(), box.memory('MEMORY.md'), isPending(box)]).toEqual([[], null, true]);
    expect(box.proposals()).toMatchObject([{ state: 'open' }]);
  });

  it.each(COMMANDS.filter(([name]) => name !== 'review'))(
    'is only named by %s where nobody can be asked',
    async (_, argsFor) => {
      for (const [env, sentence] of [
        [{}, 'Run chronicle memory review in a terminal: it asks whether to complete it.'],
        [IN_SESSION, 'Ask the person to run chronicle memory review in a terminal.'],
      ] as const) {
        const { box, id } = await leftHalfDone();
        const args = argsFor(id);
        const isView = ['show', 'list'].includes(args[0] ?? '');
        const { stderr } = isView
          ? await runCommand(['memory', ...args], { env: box.environment(env), cwd: box.root })
          : await box.run(args, { env });
        expect(stderr).toContain(`The change ${id} of the memory ${FILE} was begun and not completed. ${sentence}\n`);
        expect([box.ledger(), box.memory('MEMORY.md'), isPending(box)]).toEqual([[], null, true]);
      }
    },
  );

  it('is completed without a question by whoever applies the same proposal', async () => {
    const { box, id } = await leftHalfDone();
    await box.run(['apply', id, '--yes']);
    expect([box.proposals()[0]?.state, isPending(box)]).toEqual(['approved', false]);
  });

  it('refuses all other changes until somebody has decided', async () => {
    const { box } = await leftHalfDone();
    const [other] = await box.propose({ ...NEW, file: 'b.md' });
    const { code, stderr } = await box.run(['apply', other?.id ?? '', '--yes']);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`memory/${FILE} was begun and not completed`)]);
    expect([box.ledger(), box.memory('b.md')]).toEqual([[], null]);
  });
});

describe('a journal that fits no proposal', () => {
  it.each([{}, IN_SESSION])('is called that, and is nobody’s half-done change, with %j', async (env) => {
    const { box, id } = await leftHalfDone();
    box.write(FILE, 'mine');
    writeFileSync(join(box.chronicle, 'memory/pending'), 'x\n');
    const { stderr } = await box.run(['skip', id], { env });
    expect(stderr).toContain('/memory/pending names a memory change that fits no proposal');
    expect(stderr).not.toContain('was begun');
  });
});
