import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bashCalls } from './api-request.ts';
import { STREAM } from './client.ts';
import { labIn, logged, memoryOf, openRetroIn, propose, until } from './gate-lab.ts';
import type { Script } from './scripted-api.ts';
import { hasTmux, openTerminal } from './terminal.ts';

const MODES = [
  ...['default', 'acceptEdits', 'auto', 'dontAsk', 'bypassPermissions'].map((mode) => ['--permission-mode', mode]),
  ['--dangerously-skip-permissions'],
];

const CHANGES = [
  'chronicle memory apply all',
  'chronicle memory apply p-12150d',
  'chronicle memory undo last',
  'chronicle memory skip all',
  'chronicle forget x --yes',
  'env chronicle uninstall --purge --yes',
  'cd . && chronicle memory apply all',
  'X=1 chronicle memory apply all',
  "bash -c 'chronicle memory apply all'",
  'env chronicle memory apply all',
];

/** Allows everything that permissions can allow, so that only the gate is left. */
const RULES = ['--allowedTools', 'Bash(chronicle:*) Bash(bash:*) Bash(env:*) Write Edit'];

it.for(MODES)('memory is not changed in an unattended session, with %j', async (mode) => {
  const scripts: Script[] = [{ prompt: 'change memory', commands: ['chronicle tags', ...CHANGES] }];
  const lab = await labIn(scripts);
  const memory = memoryOf(lab);
  const old = join(memory, 'old.md');
  const write = (path: string) => ({ tool: 'Write', input: { file_path: path, content: 'new' } });
  scripts.push({ prompt: 'before it', commands: [write(join(memory, 'before.md'))] });
  scripts.push({
    prompt: 'in a retro',
    commands: [
      write(join(memory, 'a.md')),
      write(join(dirname(memory), 'x/../memory/b.md')),
      { tool: 'Read', input: { file_path: old } },
      { tool: 'Edit', input: { file_path: old, old_string: 'old', new_string: 'new' } },
      write(join(lab.project, 'c.md')),
    ],
  });
  const client = lab.start([...STREAM, ...mode, ...RULES]);
  await client.ask('change memory');
  await client.ask('before it');
  openRetroIn(lab);
  await client.ask('in a retro');
  await client.end();

  const [tags, ...calls] = bashCalls(lab.requests);
  expect(tags).toMatchObject({ isError: false });
  const changes = calls.splice(0, CHANGES.length);
  expect(changes.map(({ command, isError }) => [command, isError])).toEqual(CHANGES.map((command) => [command, true]));
  expect(calls.map(({ isError }) => isError)).toEqual([false, true, true, false, true, false]);
  // The client may write the index by itself.
  expect(readdirSync(memory).filter((name) => name !== 'MEMORY.md')).toEqual(['before.md', 'old.md']);
  expect(readFileSync(old, 'utf8')).toBe('old\n');
});

describe.skipIf(!hasTmux())('in a terminal (skipped where tmux is missing)', () => {
  it.for(['default', 'acceptEdits', 'auto', 'bypassPermissions'])(
    'a person is asked, a no blocks every workaround, and a yes allows one change, in %s mode',
    async (mode) => {
      const [miss, event] = logged('Money was summed in floats');
      const apply = 'chronicle memory apply all';
      const lab = await labIn([
        { prompt: 'file it', commands: [miss, propose('feedback_money.md', event)] },
        { prompt: 'apply it', commands: [apply] },
        { prompt: 'sneak it', commands: ['bash s.sh'] },
      ]);
      writeFileSync(join(lab.project, 's.sh'), `${apply}\n`);
      const file = join(memoryOf(lab), 'feedback_money.md');
      const rules = ['--allowedTools', 'Bash(chronicle:*) Bash(bash:*)'];
      const terminal = await openTerminal(lab, ['--permission-mode', mode, ...rules]);
      onTestFinished(() => terminal.close());
      await terminal.enter('file it');
      await terminal.waitFor(/● Done\./);
      await terminal.enter('apply it');
      await terminal.waitFor(/Do you want to proceed/);
      expect(await terminal.screen()).toMatch(/p-[0-9a-f]{6} NEW feedback_money\.md/);
      await terminal.press('Escape');
      // If the next prompt is typed too early, its Enter would answer yes.
      await terminal.waitFor(/interrupted/i);
      // In auto mode the client's own check comes first, which the scripted API cannot answer.
      if (mode !== 'auto') {
        await terminal.enter('sneak it');
        await until(() => bashCalls(lab.requests).at(-1)?.command === 'bash s.sh');
        expect(bashCalls(lab.requests).at(-1)?.output).toContain('Nobody was asked');
      }
      expect(existsSync(file)).toBe(false);

      await terminal.enter('apply it');
      await terminal.waitFor(/Do you want to proceed/);
      // The client accepts no answer in the first moment of a question.
      await new Promise((later) => setTimeout(later, 2000));
      await terminal.confirm();
      await until(() => existsSync(file));
      expect(readFileSync(file, 'utf8')).toContain('Sum money in integers.');
    },
  );
});
