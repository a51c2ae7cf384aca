/* What a person asks for in session after session becomes a memory that the host asks about, and an old session gets its story. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { parseChronicle } from '#src/format/parse.ts';
import { directoryName } from '#src/lib/directory-name.ts';
import { labelledProjects } from '#tests/support/labelled-people.ts';
import { MAIN } from '#tests/support/root.ts';
import { bashCalls } from './api-request.ts';
import { readChronicles } from './chronicles.ts';
import { type Lab, STREAM } from './client.ts';
import { labIn, memoryOf, until } from './gate-lab.ts';
import type { Script } from './scripted-api.ts';
import { hasTmux, openTerminal } from './terminal.ts';

const RULES = ['--allowedTools', 'Bash(chronicle:*)'];
const [orchard] = labelledProjects('development').filter(({ project }) => project.endsWith('orchard'));
const sessions = orchard?.sessions ?? [];

const cli = (lab: Lab, ...args: string[]) =>
  execFileSync(process.execPath, [MAIN, ...args], { cwd: lab.project, env: lab.env, encoding: 'utf8' });

/** A lab whose project has the sessions of a labelled person, imported. */
async function labOfPerson(scripts: Script[]): Promise<Lab> {
  const lab = await labIn(scripts);
  const folder = join(lab.config, 'projects', directoryName(lab.project));
  mkdirSync(folder, { recursive: true });
  for (const { id, text } of sessions) {
    writeFileSync(join(folder, `${id}.jsonl`), text.replaceAll(orchard?.project ?? '', lab.project));
    utimesSync(join(folder, `${id}.jsonl`), 1e9, 1e9);
  }
  cli(lab, 'import', 'transcripts');
  return lab;
}

it.skipIf(!hasTmux())('a request is filed from the copied command, asked about, and applied', async () => {
  const scripts: Script[] = [{ prompt: 'apply it', commands: ['chronicle memory apply all'] }];
  const lab = await labOfPerson(scripts);
  const [, copied = ''] =
    /"add a test for this"[\s\S]*?(chronicle memory propose --from \S+)/.exec(cli(lab, 'memory', 'list')) ?? [];
  scripts.push({ prompt: 'file it', commands: [copied] });
  const terminal = await openTerminal(lab, ['--permission-mode', 'default', ...RULES]);
  onTestFinished(() => terminal.close());
  await terminal.enter('file it');
  await terminal.waitFor(/● Done\./);
  expect(bashCalls(lab.requests).at(-1)?.output).toMatch(
    /You asked for it in 6 of 12 sessions[\s\S]*#p-[0-9a-f]{6} \[prompt\]/,
  );
  await terminal.enter('apply it');
  await terminal.waitFor(/Do you want to proceed/);
  expect(await terminal.screen()).toContain('feedback_add_a_test_for_this.md');
  const file = join(memoryOf(lab), 'feedback_add_a_test_for_this.md');
  expect(existsSync(file)).toBe(false);
  // The client accepts no answer in the first moment of a question.
  await new Promise((later) => setTimeout(later, 2000));
  await terminal.confirm();
  await until(() => existsSync(file));
  expect(readFileSync(file, 'utf8')).toContain('The user keeps asking for this: "add a test for this".');
});

it('/session-retro with the id of an old session tells its story without resuming it', async () => {
  const scripts: Script[] = [];
  const lab = await labOfPerson(scripts);
  const id = sessions[0]?.id ?? '';
  const [, seen = ''] = /^seen: (\S+)$/m.exec(cli(lab, 'retro', 'context', '--session', id)) ?? [];
  const story = 'The pears have the prices of this year.\n\n### Last year was cached\n\nWe looked at the page first.';
  scripts.push({
    prompt: 'Review a session, by default',
    commands: [
      `chronicle retro context --session ${id.slice(0, 8)}`,
      `chronicle retro narrative --seen ${seen} --session ${id} <<'EOF'\n${story}\nEOF`,
    ],
  });
  const client = lab.start([...STREAM, '--permission-mode', 'default', ...RULES]);
  await client.ask(`/session-retro ${id.slice(0, 8)} the prices`);
  await client.end();
  const [context, narrative] = bashCalls(lab.requests);
  expect(context?.output).toContain("1. 2026-03-02 08:10  the pear page shows last year's prices");
  expect(context?.output).toContain('The user asks: add a test for this');
  expect(narrative?.output).toContain('Narrative "Last year was cached" written to');
  const told = readChronicles(lab.config).find(({ fields }) => fields.session_id === id);
  expect(parseChronicle(told?.text ?? '').chronicle?.summary.narrative?.title).toBe('Last year was cached');
});
