import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { directoryName } from '#src/lib/directory-name.ts';
import { type ChronicleFile, readChronicles } from './chronicles.ts';
import type { Lab } from './client.ts';
import { differences, evidenceFault, factsText, foundEvents, type Judged } from './found-events.ts';
import {
  allFiles,
  chronicle,
  type ImportRun,
  labWithFiles,
  memoryOf,
  runSession,
  transcriptsOf,
} from './import-lab.ts';
import { type PrintSession, printSessions, scriptsOf, TERMINAL, TOKEN } from './import-scenario.ts';
import { log } from './scenario.ts';
import type { Script } from './scripted-api.ts';
import { hasTmux } from './terminal.ts';
import { driveTerminal } from './terminal-session.ts';

const judged: Judged[] = [];

describe('sessions of claude -p', () => {
  let lab: Lab;
  let sessions: PrintSession[];
  let recorded: ChronicleFile | undefined;
  const ids = new Map<string, string>();
  const chronicles = new Map<string, ChronicleFile>();
  let first: ImportRun;

  beforeAll(async () => {
    const scripts: Script[] = [];
    lab = await labWithFiles(scripts);
    const places = { project: lab.project, memory: memoryOf(lab) };
    sessions = printSessions(places);
    scripts.push(...scriptsOf(sessions), HOOKED);
    const hooked = ['--plugin-dir', inject('plugin')];
    await lab.run(['-p', HOOKED.prompt, ...hooked, '--allowedTools', 'Bash']);
    recorded = readChronicles(lab.config)[0];
    const lost = await lab.run(['-p', 'hello', ...hooked, '--output-format', 'json']);
    rmSync(readChronicles(lab.config).find(({ path }) => path !== recorded?.path)?.path ?? '');
    ids.set('a deleted chronicle', JSON.parse(lost.stdout).session_id);
    writeMemories(memoryOf(lab));
    for (const session of sessions) ids.set(session.name, await runSession(lab, session, ids));
    for (const args of GHOSTS) await lab.run(['-p', ...args]);
    first = await chronicle(lab, 'import', 'transcripts');
    for (const file of readChronicles(lab.config)) chronicles.set(file.fields.session_id ?? '', file);
    for (const { name, expected } of sessions)
      judged.push({ name, expected, found: foundEvents(chronicles.get(ids.get(name) ?? '')) });
  }, 600_000);

  afterAll(() => lab.close());

  it('have the expected events and no others', () => {
    expect(first).toMatchObject({ code: 0 });
    expect(differences(judged.filter(({ name }) => ids.has(name)))).toEqual([]);
  });

  it('have one chronicle each, marked as imported and unattended', () => {
    const made = [...chronicles.values()].filter(({ path }) => path !== recorded?.path);
    expect(made.map(({ fields }) => fields.session_id).sort()).toEqual([...ids.values()].sort());
    for (const { fields } of made) expect(fields).toMatchObject({ source: 'backfill', attended: 'no' });
  });

  it('name the record of each event', () => {
    const events = sessions.flatMap(({ name }) => foundEvents(chronicles.get(ids.get(name) ?? '')));
    expect(events.map((event) => evidenceFault(event, transcriptsOf(lab))).filter(Boolean)).toEqual([]);
    expect(events.length).toBeGreaterThan(0);
  });

  it('are filed under their main checkout, even if the worktree was deleted', () => {
    const directory = (name: string) => chronicles.get(ids.get(name) ?? '')?.directory;
    const main = directoryName(lab.project);
    for (const { name, place } of sessions)
      if (place !== 'no git') expect([name, directory(name)]).toEqual([name, main]);
    expect(directory('no git')).toBe(directoryName(join(lab.home, 'elsewhere/no git')));
    expect(chronicles.get(ids.get('a deleted worktree') ?? '')?.fields).toMatchObject({ branch: 'gh-45' });
  });

  it('contain no token, no control character, and no text that acts as part of a chronicle', () => {
    for (const file of chronicles.values()) {
      const { text } = file;
      expect(text + factsText(file)).not.toContain(TOKEN);
      expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
      expect(text.match(/^## Summary$/gm)).toHaveLength(1);
    }
  });

  it('leave a chronicle made by hooks as it is, with what the agent did not log in its facts', () => {
    expect(recorded?.text).toMatch(/\n## Summary\n\nAuto-generated: 1 event \(1 insight\)\n$/);
    expect(readFileSync(recorded?.path ?? '', 'utf8')).toBe(recorded?.text);
    expect(foundEvents(recorded)).toMatchObject([
      { tag: 'ERROR', text: expect.stringMatching(/^ls failed 3 times: /) },
    ]);
  });

  it('date the memories that they wrote', () => {
    const [file] = chronicles.values();
    const lines = readFileSync(join(dirname(file?.path ?? ''), 'memory-ledger.jsonl'), 'utf8')
      .trim()
      .split('\n');
    const session_id = ids.get('memories that are read, written and changed');
    const imported = lines.map((line) => JSON.parse(line)).filter(({ source }) => source === 'backfill');
    const digest = (name: string) =>
      createHash('sha256')
        .update(readFileSync(join(memoryOf(lab), name)))
        .digest('hex');
    expect(imported).toMatchObject([
      { action: 'new', file: 'feedback_new.md', session_id, after: digest('feedback_new.md') },
      { action: 'changed', file: 'feedback_old.md', session_id, after: digest('feedback_old.md') },
    ]);
  });

  it('are not changed by a second run', async () => {
    const before = allFiles(lab);
    const second = await chronicle(lab, 'import', 'transcripts');
    expect(second.code).toBe(0);
    expect(allFiles(lab)).toBe(before);
  });
});

describe.skipIf(!hasTmux())('sessions in a terminal (skipped without tmux)', () => {
  it('have corrections for refusals and the prompts after them', { timeout: 180_000 }, async () => {
    const lab = await labWithFiles([...TERMINAL.scripts]);
    onTestFinished(() => lab.close());
    await driveTerminal(lab);
    const { code } = await chronicle(lab, 'import', 'transcripts');
    const files = readChronicles(lab.config);
    const found = files.map((file, i) => ({
      name: `terminal session ${i + 1}`,
      expected: TERMINAL.expected[i] ?? [],
      found: foundEvents(file),
    }));
    judged.push(...found);

    expect(code).toBe(0);
    expect(differences(found)).toEqual([]);
    expect(files).toHaveLength(TERMINAL.expected.length);
    for (const { fields } of files) expect(fields).not.toHaveProperty('attended');
    expect(
      found
        .flatMap((session) => session.found.map((event) => evidenceFault(event, transcriptsOf(lab))))
        .filter(Boolean),
    ).toEqual([]);
  });
});

/** Recorded by hooks, without the process that reads the transcript after its end. */
const HOOKED: Script = {
  prompt: 'be recorded',
  commands: [log('INSIGHT', 'Seen by the hooks'), 'ls /nope-hooked', 'ls /nope-hooked', 'ls /nope-hooked'],
};

/** Runs without a prompt or without a transcript. */
const GHOSTS = [['/model'], ['/clear', '--continue'], ['fail thrice', '--no-session-persistence']];

function writeMemories(memory: string): void {
  mkdirSync(memory, { recursive: true });
  for (const name of ['old', 'shell'])
    writeFileSync(
      join(memory, `feedback_${name}.md`),
      `---\nname: ${name}\ndescription: About ${name}\n---\n\nBody.\n`,
    );
  writeFileSync(
    join(memory, 'MEMORY.md'),
    '- [old](feedback_old.md) — About old\n- [shell](feedback_shell.md) — About shell\n',
  );
}
