/* A session in which the agent logs nothing: what its transcript shows ends up in the archive, without anybody's help. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, inject, it, onTestFinished } from 'vitest';
import { type Facts, parseFacts } from '#src/transcript/facts.ts';
import { factsPath } from '#src/lib/paths.ts';
import type { ApiRequest } from './api-request.ts';
import { type ChronicleFile, readChronicles } from './chronicles.ts';
import type { Lab } from './client.ts';
import { foundEvents } from './found-events.ts';
import { git, labWithGit } from './scenario.ts';
import type { Script } from './scripted-api.ts';
import { initialise } from './settings-install.ts';
import { hasTmux, openTerminal } from './terminal.ts';

const SOURCE = `const UNITS = { s: 1, m: 1, h: 3600 };
exports.seconds = (text) => Number.parseFloat(text) * UNITS[text.at(-1)];
`;
const TEST = `const { seconds } = require('../src/duration.js');
require('node:test')('reads minutes', () => require('node:assert').equal(seconds('90m'), 5400));
`;
const COMMIT = `git commit -qam "$(cat <<'MESSAGE'
Read the unit as the whole suffix

The parser looked only at the last letter, so that min was read as n and every report showed NaN.
MESSAGE
)"`;
const PLAN = `# Accept several units in one duration

Reports need 1h30min, which the parser reads as one hour.

1. Split the text into number and unit pairs
2. Add them up
`;
const QUESTION = {
  question: 'What should an unknown unit do?',
  header: 'Unknown unit',
  options: [
    { label: 'Throw an error', description: 'The caller sees the mistake' },
    { label: 'Count as seconds', description: 'Old reports keep working' },
  ],
  multiSelect: false,
};

const edit = (file: string, old_string: string, new_string: string) => ({
  tool: 'Edit',
  input: { file_path: file, old_string, new_string },
});

function scriptsFor(file: string): Script[] {
  return [
    {
      prompt: 'reads 90m as 90 seconds',
      commands: [
        { tool: 'Read', input: { file_path: file } },
        'node --test',
        edit(file, 'm: 1,', 'm: 60,'),
        'node --test',
      ],
      says: 'The root cause is that the unit table counts a minute as one second. I changed the factor, and the test passes.',
    },
    {
      prompt: 'No, that is wrong: m means months',
      commands: [
        edit(file, 'm: 60,', 'min: 60,'),
        edit(file, 'UNITS[text.at(-1)]', "UNITS[text.replace(/[\\d.]+/, '')]"),
        {
          tool: 'Bash',
          input: { command: "sed -i 's/90m/90min/' test/duration.test.js && node --test", description: 'x' },
        },
        COMMIT,
      ],
      says: "You're right, the reports use m for months. Minutes are now written min, and m is no longer accepted.",
    },
    {
      prompt: 'plan how to read 1h30min',
      commands: [
        { tool: 'Write', input: (request) => ({ file_path: planFile(request), content: PLAN }) },
        { tool: 'ExitPlanMode', input: {} },
      ],
      says: 'Planned.',
    },
    {
      prompt: 'what about unknown units',
      commands: [{ tool: 'AskUserQuestion', input: { questions: [QUESTION] } }],
      says: 'Unknown units throw an error that names the unit and the whole text, so that a report with a typo fails at once instead of showing a wrong sum. Nothing else changes: seconds, minutes and hours are read as before, and the tests cover each of them.',
    },
  ];
}

it.skipIf(!hasTmux())(
  'records what was asked, decided, broken and corrected (skipped where tmux is missing)',
  async () => {
    const scripts: Script[] = [];
    const lab = await labWithGit(scripts, { harvests: true });
    const file = join(lab.project, 'src/duration.js');
    scripts.push(...scriptsFor(file));
    fillProject(lab);
    initialise(lab);
    const rules = ['--permission-mode', 'acceptEdits', '--allowedTools', 'Bash(node:*) Bash(git:*) Bash(sed:*)'];
    const terminal = await openTerminal(lab, rules);
    onTestFinished(() => terminal.close());
    // On a busy machine the first prompt may be typed before the client reads it.
    await sleep(2000);
    const say = async (prompt: string, answer: RegExp) => {
      await terminal.enter(prompt);
      await terminal.waitFor(answer);
    };
    await say('The parser reads 90m as 90 seconds, find out why', /The root cause is/);
    await say('No, that is wrong: m means months in our reports, write min for minutes', /You're right/);
    // From accepting edits to planning.
    await terminal.press('BTab');
    await terminal.enter('plan how to read 1h30min');
    await terminal.waitFor(/Would you like to proceed|Ready to code/);
    await terminal.confirm();
    await terminal.waitFor(/Planned\./);
    await terminal.enter('what about unknown units');
    await terminal.waitFor(/What should an unknown unit do/);
    await terminal.confirm();
    await terminal.waitFor(/Unknown units throw/);
    await terminal.enter('/exit');
    await terminal.ended();
    const { chronicle, facts } = await harvested(lab);

    expect(chronicle.events).toEqual([]);
    const found = foundEvents(chronicle);
    expect(found.map(({ tag, text }) => `[${tag}] ${text}`.replace(/ \(.*/, ''))).toEqual([
      '[ERROR] The unit table counts a minute as one second',
      '[USER-CORRECTION] No, that is wrong: m means months in our reports, write min for minutes',
      expect.stringMatching(
        /^\[DECISION\] Read the unit as the whole suffix: The parser looked only at the last letter/,
      ),
      '[DECISION] What should an unknown unit do? Throw an error',
    ]);
    const [commit] = facts.commits;
    expect(found.map(({ from }) => from)).toContain(`commit ${commit?.hash}`);
    expect([commit?.subject, commit?.prompt]).toEqual(['Read the unit as the whole suffix', 1]);
    expect(facts.prompts.map(({ did }) => [did.edits, did.tests, did.failedTests])).toEqual([
      [1, 2, 1],
      [2, 1, 0],
      [0, 0, 0],
      [0, 0, 0],
    ]);
    expect(facts.files).toMatchObject([{ path: 'src/duration.js', edits: 3, prompts: [0, 1] }]);
    expect(facts.failures).toMatchObject([{ command: 'node --test', line: expect.stringContaining('90 == 5400') }]);
    expect(facts.plans).toMatchObject([{ heading: 'Accept several units in one duration' }]);
    expect(facts.questions).toMatchObject([{ answer: 'Throw an error' }]);
    expect(facts.outcome?.text).toMatch(/^Unknown units throw an error/);

    const chronicleCommand = (...args: string[]) =>
      execFileSync(process.execPath, [join(inject('plugin'), 'bin/chronicle'), ...args], {
        cwd: lab.project,
        env: lab.env,
        encoding: 'utf8',
      });
    expect(chronicleCommand('search', 'kind:prompt', 'months')).toContain('m means months in our reports');
    expect(chronicleCommand('list', '--file', 'duration.js')).toContain('Accept several units in one duration');
  },
);

/** Where the client wants the plan to be written. */
function planFile(request: ApiRequest): string {
  const said = JSON.stringify([request.system, request.messages]);
  return /\/[^\s"\\]+\/plans\/[\w-]+\.md/.exec(said)?.[0] ?? '';
}

function fillProject(lab: Lab): void {
  for (const [path, content] of [
    ['src/duration.js', SOURCE],
    ['test/duration.test.js', TEST],
  ] as const) {
    mkdirSync(join(lab.project, path, '..'), { recursive: true });
    writeFileSync(join(lab.project, path), content);
  }
  git(lab, 'config', 'user.name', 't');
  git(lab, 'config', 'user.email', 't@example.org');
  git(lab, 'add', '-A');
  git(lab, 'commit', '--quiet', '-m', 'Add durations');
}

/** The session's chronicle and facts, once the process that reads its transcript has written them. */
async function harvested(lab: Lab): Promise<{ chronicle: ChronicleFile; facts: Facts }> {
  for (const deadline = Date.now() + 20_000; Date.now() < deadline; await sleep(100)) {
    const [chronicle] = readChronicles(lab.config);
    const path = chronicle === undefined ? '' : factsPath(chronicle.path);
    const facts = existsSync(path) ? parseFacts(readFileSync(path, 'utf8')).facts : null;
    if (chronicle && facts) return { chronicle, facts };
  }
  throw new Error('The transcript was not read within 20 s.');
}
