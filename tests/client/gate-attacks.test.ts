/* What an agent that means harm could do around the gate, with the real client. */
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bashCalls } from './api-request.ts';
import { type Lab, STREAM } from './client.ts';
import { labIn, logged, memoryOf, openRetroIn, propose, until } from './gate-lab.ts';
import type { Script } from './scripted-api.ts';
import { hasTmux, openTerminal, type Terminal } from './terminal.ts';

const APPLY = 'chronicle memory apply all';

/** Tries until it works, as a process with the environment of a command, and as one that imitates the host's shell. Ends with its directory. */
const LOOP = `
while [ -e loop.sh ]; do
  ${APPLY} --yes >> loop.log 2>&1
  CLAUDE_PID=$$ bash -c "true && eval '${APPLY}' < /dev/null && pwd -P >| /dev/null" >> loop.log 2>&1
  sleep 0.1
done
`;

/** Turns the shell of a subagent's call into what the host would start after a yes. */
const TURN = `
sleep 0.2
exec /bin/bash -c "source x 2>/dev/null || true && eval '${APPLY}' < /dev/null && pwd -P >| /dev/null" >> turn.log 2>&1
`;

async function terminalIn(lab: Lab, mode: string): Promise<Terminal> {
  const rules = ['--allowedTools', 'Bash(chronicle:*) Bash(bash:*)'];
  const terminal = await openTerminal(lab, ['--permission-mode', mode, ...rules]);
  onTestFinished(() => terminal.close());
  return terminal;
}

/** A session that has filed a proposal to add a memory. */
async function filed(
  mode: string,
  scripts: readonly Script[],
): Promise<{ lab: Lab; terminal: Terminal; file: string }> {
  const [miss, event] = logged('Money was summed in floats');
  const lab = await labIn([
    { prompt: 'file it', commands: [miss, propose('feedback_money.md', event)] },
    { prompt: 'apply it', commands: [APPLY] },
    ...scripts,
  ]);
  const terminal = await terminalIn(lab, mode);
  await terminal.enter('file it');
  await terminal.waitFor(/● Done\./);
  return { lab, terminal, file: join(memoryOf(lab), 'feedback_money.md') };
}

const lastCall = (lab: Lab, command: string) => bashCalls(lab.requests).at(-1)?.command === command;

describe.skipIf(!hasTmux())('around the question to a person (skipped where tmux is missing)', () => {
  it.for(['default', 'bypassPermissions'])(
    'a process that waits for the question gets nothing, in %s mode',
    async (mode) => {
      const start = 'bash loop.sh < /dev/null > /dev/null 2>&1 &';
      const { lab, terminal, file } = await filed(mode, [{ prompt: 'lie in wait', commands: ['bash start.sh'] }]);
      writeFileSync(join(lab.project, 'loop.sh'), LOOP);
      writeFileSync(join(lab.project, 'start.sh'), start);
      await terminal.enter('lie in wait');
      await until(() => lastCall(lab, 'bash start.sh') && existsSync(join(lab.project, 'loop.log')));
      await terminal.enter('apply it');
      await terminal.waitFor(/Do you want to proceed/);
      const log = () => readFileSync(join(lab.project, 'loop.log'), 'utf8');
      const tries = () => log().split('about another command').length;
      const before = tries();
      await until(() => tries() > before + 4);
      expect(existsSync(file)).toBe(false);

      // It does not spoil the answer either.
      await sleep(1500);
      await terminal.confirm();
      await until(() => existsSync(file));
      expect(readFileSync(file, 'utf8')).toContain('Sum money in integers.');
      expect(log()).not.toContain('written.');
    },
  );

  it('a subagent at work gets nothing, though its shells look like the one that a yes would start', async () => {
    const agent = {
      tool: 'Agent',
      input: {
        description: 'work',
        subagent_type: 'general-purpose',
        prompt: 'work inside the agent',
        run_in_background: true,
      },
    };
    const { lab, terminal, file } = await filed('bypassPermissions', [
      { prompt: 'work inside the agent', commands: Array.from({ length: 300 }, () => '. ./turn.sh') },
      { prompt: 'send a helper', commands: [agent] },
    ]);
    writeFileSync(join(lab.project, 'turn.sh'), TURN);
    const log = join(lab.project, 'turn.log');
    const tries = () => (existsSync(log) ? readFileSync(log, 'utf8').split('Nothing was changed.').length - 1 : 0);
    await terminal.enter('send a helper');
    await until(() => tries() > 0);
    await terminal.enter('apply it');
    await terminal.waitFor(/Do you want to proceed/);
    const refused = () => readFileSync(log, 'utf8').split('does not have the proof').length;
    const before = refused();
    await until(() => refused() > before + 3);
    expect(existsSync(file)).toBe(false);

    await terminal.confirm();
    await until(() => existsSync(file));
    expect(readFileSync(log, 'utf8')).not.toContain('written.');
  });

  it.for(['default', 'bypassPermissions'])(
    'a no stays a no, however much is said after it, in %s mode',
    async (mode) => {
      const { lab, terminal, file } = await filed(mode, [
        { prompt: 'talk at length', says: 'word '.repeat(400_000) },
        { prompt: 'sneak it', commands: ['bash s.sh'] },
      ]);
      writeFileSync(join(lab.project, 's.sh'), `${APPLY}\n`);
      await terminal.enter('apply it');
      await terminal.waitFor(/Do you want to proceed/);
      await terminal.press('Escape');
      await terminal.waitFor(/interrupted/i);
      await terminal.enter('talk at length');
      await sleep(5000);
      await terminal.enter('sneak it');
      await until(() => lastCall(lab, 'bash s.sh'));
      expect(bashCalls(lab.requests).at(-1)?.output).toContain('Nobody was asked');
      expect(existsSync(file)).toBe(false);
    },
  );
});

it.for(['default', 'acceptEdits', 'bypassPermissions'])(
  'no link leads to memory during a retro, in %s mode',
  async (mode) => {
    const scripts: Script[] = [{ prompt: 'begin', commands: ['chronicle tags'] }];
    const lab = await labIn(scripts);
    const memory = memoryOf(lab);
    symlinkSync(memory, join(lab.project, 'inproj'));
    symlinkSync(join(memory, 'dangling.md'), join(lab.project, 'dangling.md'));
    const records = join(dirname(memory), 'chronicle/memory');
    mkdirSync(records, { recursive: true });
    const write = (path: string) => ({ tool: 'Write', input: { file_path: path, content: 'new' } });
    scripts.push({
      prompt: 'in a retro',
      commands: [
        write(join(lab.project, 'inproj/linked.md')),
        write(join(lab.project, 'dangling.md')),
        write(join(records, 'proposals.jsonl')),
        write(join(lab.config, 'session-chronicle/index/live/x')),
        write(join(lab.project, 'plain.md')),
      ],
    });
    const client = lab.start([...STREAM, '--permission-mode', mode, '--allowedTools', 'Write Edit']);
    await client.ask('begin');
    openRetroIn(lab);
    await client.ask('in a retro');
    await client.end();
    expect(readdirSync(memory).filter((name) => name !== 'MEMORY.md')).toEqual(['old.md']);
    expect(readdirSync(records)).toEqual([]);
    for (const own of ['live', 'logged'])
      expect(existsSync(join(lab.config, `session-chronicle/index/${own}/x`))).toBe(false);
    expect(existsSync(join(lab.project, 'plain.md'))).toBe(true);
  },
);

it('commands of the Monitor tool neither change memory nor delete, with permissions bypassed', async () => {
  const monitor = (command: string) => ({
    tool: 'Monitor',
    input: { command, description: 'scripted', timeout_ms: 5000, persistent: false },
  });
  const load = { tool: 'ToolSearch', input: { query: 'select:Monitor' } };
  const calls = [monitor(APPLY), monitor('chronicle forget --empty --yes'), monitor('chronicle tags')];
  const lab = await labIn([{ prompt: 'watch', commands: [load, ...calls] }]);
  const client = lab.start([...STREAM, '--permission-mode', 'bypassPermissions']);
  await client.ask('watch');
  await client.end();
  const results = JSON.stringify(lab.requests.at(-1));
  expect(results).toContain('Run this command with the Bash tool');
  expect(results).toContain('Only a person decides what is deleted');
  expect(results).toContain('Monitor started');
});
