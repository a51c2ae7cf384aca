import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KINDS_OF_NOTES, NOTE_KINDS } from '#src/format/notebook/note-kinds.ts';
import { parseChronicle } from '#src/format/parse.ts';
import { DEAD, plantLock } from '#tests/support/planted-lock.ts';
import { IS_WHOLE } from '#tests/support/sampled.ts';
import { chronicle, count, frontMatter, summaryLines } from './chronicle-text.ts';
import { EDITORS, Editor } from './editor.ts';
import { openSandbox, type Sandbox } from './sandbox.ts';

const ID = 'stressed-session';
const SAVES = 40;

/** Printed when a test fails, so that its timing can be repeated. */
const SEED = Number(process.env.CHRONICLE_TEST_SEED ?? Math.floor(Math.random() * 1e9));

/** Numbers from 0 to 1 (Park and Miller's generator). */
function random(seed: number): () => number {
  let state = (seed % 2147483646) + 1;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

/** A chronicle with one event of the session, in the index. */
function stressed(box: Sandbox): string {
  const path = box.place('2026-03-24-main.md', chronicle({ id: ID, events: ['- 09:00 [DECISION] first'] }));
  mkdirSync(join(box.state, 'index/by-id'), { recursive: true });
  writeFileSync(join(box.state, 'index/by-id', ID), `${path.split('/').slice(-3).join('/')}\n`);
  return path;
}

function lines(round: number, tag = '[INSIGHT] '): string[] {
  return Array.from({ length: SAVES }, (_, n) => `- 09:30 ${tag}save ${round}.${n}.`);
}

const note = (box: Sandbox, text: string) => box.run(['note', 'tried'], text, { env: { CLAUDE_CODE_SESSION_ID: ID } });

/** What the agent writes while a person has the file in an editor. */
const WRITTEN = {
  chronicle: {
    open: async (box: Sandbox) => stressed(box),
    write: (box: Sandbox, text: string) => box.log(ID, 'ERROR', text),
    tag: '[INSIGHT] ',
    headings: ['## Events', '## Summary'],
    before: '## Summary',
  },
  notebook: {
    async open(box: Sandbox): Promise<string> {
      const path = join(box.chronicleDirectory, 'notebooks/2026-03-24-main.md');
      stressed(box);
      rmSync(path, { force: true });
      await note(box, 'first');
      return path;
    },
    write: note,
    tag: '',
    headings: KINDS_OF_NOTES.map((kind) => `## ${NOTE_KINDS[kind].heading}`),
    before: '## Discovered',
  },
};

describe.each(EDITORS)('with an editor that saves every millisecond (%s)', { tags: 'long' }, (kind) => {
  let editor: Editor;
  beforeAll(async () => {
    editor = await Editor.open();
  });
  afterAll(() => editor.close());

  it(`20 session ends leave a complete file with at most one summary (seed ${SEED})`, async () => {
    const moment = random(SEED);
    const box = openSandbox();
    for (let round = 0; round < 20; round++) {
      const path = stressed(box);
      const delay = Math.floor(moment() * 80);
      const [{ code, stderr }] = await Promise.all([
        box.end(ID),
        editor.save({ path, kind, lines: lines(round), delay, every: 1 }),
      ]);
      // Under load, the saves may take longer than the hook waits: then it says so and has written nothing.
      if (code === 2) expect(stderr).toMatch(/keeps changing|cannot be read\..*Nothing was written/);
      else expect([code, stderr]).toEqual([0, '']);
      const text = readFileSync(path, 'utf8');
      expect(frontMatter(text).session_id).toBe(ID);
      for (const line of lines(round)) expect(count(text, line)).toBeLessThan(2);
      expect(summaryLines(text).filter((line) => line.startsWith('Auto-generated:')).length).toBeLessThan(2);
      expect(count(text, '## Summary')).toBe(1);
      expect(box.leftovers()).toEqual([]);
    }
  });

  it.each(['chronicle', 'notebook'] as const)(
    `10 lines of the agent leave a complete %s, and each is there once or was overwritten by a save of an older copy (seed ${SEED})`,
    async (file) => {
      const { open, write, tag, headings, before } = WRITTEN[file];
      const moment = random(SEED + 1);
      const box = openSandbox();
      const lost = { saves: 0 };
      for (let round = 0; round < 10; round++) {
        const path = await open(box);
        const delay = Math.floor(moment() * 80);
        const [finished] = await Promise.all([
          write(box, `log ${round}.`),
          editor.save({ path, kind, lines: lines(round, tag), before, delay, every: 1 }),
        ]);
        expect(finished).toMatchObject({ code: 0, stderr: '' });
        const text = readFileSync(path, 'utf8');
        expect(frontMatter(text).session_id).toBe(ID);
        for (const heading of headings) expect(count(text, heading)).toBe(1);
        for (const line of lines(round, tag)) expect(count(text, line)).toBeLessThan(2);
        expect(count(text, `log ${round}.`)).toBeLessThan(2);
        lost.saves += lines(round, tag).filter((line) => !text.includes(line)).length;
        expect(box.leftovers()).toEqual([]);
      }
      // An editor takes no lock: what it reads before our rename and saves after it overwrites ours, and the other way round.
      expect(lost.saves).toBeLessThan((10 * SAVES) / 4);
    },
  );
});

describe('our own processes', () => {
  it('lose no event when 12 of them log 25 events each', { tags: 'sample' }, async () => {
    const EACH = IS_WHOLE ? 25 : 3;
    const box = openSandbox();
    const path = stressed(box);
    const script = fileURLToPath(new URL('log-writer.ts', import.meta.url));
    const writers = Array.from({ length: 12 }, (_, n) =>
      run(process.execPath, [script, ID, `writer-${n}`, `${EACH}`], box),
    );
    expect(await Promise.all(writers)).toEqual(writers.map(() => ({ code: 0, stderr: '' })));
    const { chronicle: read, problems } = parseChronicle(readFileSync(path, 'utf8'));
    expect(problems).toEqual([]);
    expect(new Set(read?.events.map(({ text }) => text)).size).toBe(12 * EACH + 1);
    expect(read?.events).toHaveLength(12 * EACH + 1);
    for (let n = 0; n < 12; n++) {
      const own = read?.events.map(({ text }) => text).filter((text) => text.startsWith(`writer-${n} `));
      expect(own).toEqual(Array.from({ length: EACH }, (_, event) => `writer-${n} ${event}`));
    }
    expect(box.leftovers()).toEqual([]);
  });

  it('agree on one file when all kinds run at once', async () => {
    const box = openSandbox();
    await box.start(ID);
    const logs = Array.from({ length: 8 }, (_, n) => box.log(ID, 'ERROR', `event ${n}.`));
    const others = [
      box.summary(ID, 'Words of the agent.'),
      box.end(ID),
      box.start(ID, { source: 'compact' }),
      box.end(ID),
    ];
    for (const { code, stderr } of await Promise.all([...logs, ...others])) expect([code, stderr]).toEqual([0, '']);
    const { text } = box.only();
    for (let n = 0; n < 8; n++) expect(count(text, `event ${n}.`)).toBe(1);
    expect(count(text, '## Summary')).toBe(1);
    expect(count(text, 'Words of the agent.')).toBe(1);
    expect(box.leftovers()).toEqual([]);
  });
});

describe('a lock', () => {
  const work = (box: Sandbox) => join(box.chronicleDirectory, '.tmp');

  it('of a dead process blocks nobody, even when 8 processes come at once', async () => {
    const box = openSandbox();
    const path = stressed(box);
    plantLock(join(work(box), '2026-03-24-main.md.lock'), DEAD);
    const finished = await Promise.all(Array.from({ length: 8 }, (_, n) => box.log(ID, 'ERROR', `event ${n}.`)));
    expect(finished.map(({ code }) => code)).toEqual(finished.map(() => 0));
    for (let n = 0; n < 8; n++) expect(count(readFileSync(path, 'utf8'), `event ${n}.`)).toBe(1);
    expect(box.leftovers()).toEqual([]);
  });

  it('that another host holds is respected: nothing is written', async () => {
    const box = openSandbox();
    const path = stressed(box);
    plantLock(join(work(box), '2026-03-24-main.md.lock'), 1, { started: '1', host: 'another-host' });
    const { code, stderr } = await box.end(ID);
    expect(code).toBe(2);
    expect(stderr).toContain('Another process holds the lock');
    expect(readFileSync(path, 'utf8')).not.toContain('Auto-generated');
  });

  it('and temporary files of a container that shares the directory are left alone', async () => {
    const box = openSandbox();
    stressed(box);
    mkdirSync(work(box), { recursive: true });
    const theirs = join(work(box), '4194303.another-host.0a1b2c3d.tmp');
    const ours = join(work(box), `4194303.${hostname()}.0a1b2c3d.tmp`);
    for (const path of [theirs, ours]) writeFileSync(path, 'half of it');
    await box.log(ID, 'ERROR', 'text');
    expect([existsSync(theirs), existsSync(ours)]).toEqual([true, false]);
    utimesSync(theirs, 0, 0);
    await box.log(ID, 'ERROR', 'text');
    expect(box.leftovers()).toEqual([]);
  });
});

describe('a file system without hard links', () => {
  const env = { NODE_OPTIONS: `--require ${fileURLToPath(new URL('no-links.cjs', import.meta.url))}` };

  it('works, too', async () => {
    const box = openSandbox();
    expect(await box.start(ID, { env })).toMatchObject({ code: 0, stderr: '' });
    expect(await box.log(ID, 'ERROR', 'text', { env })).toMatchObject({ code: 0, stderr: '' });
    expect(await box.end(ID, { env })).toMatchObject({ code: 0, stderr: '' });
    expect(await box.summary(ID, 'words', { env })).toMatchObject({ code: 0, stderr: '' });
    expect(summaryLines(box.only().text)).toEqual(['words']);
    expect(box.leftovers()).toEqual([]);
  });

  it('still gives each of 12 sessions its file, and keeps each of 8 events', async () => {
    const box = openSandbox();
    await Promise.all(Array.from({ length: 12 }, (_, n) => box.start(`session-${n}`, { env })));
    expect(new Set(box.chronicles().map(({ text }) => frontMatter(text).session_id)).size).toBe(12);
    await Promise.all(Array.from({ length: 8 }, (_, n) => box.log('session-0', 'ERROR', `event ${n}.`, { env })));
    const text = box.chronicles().find((file) => frontMatter(file.text).session_id === 'session-0')?.text ?? '';
    expect(count(text, '[ERROR] event ')).toBe(8);
  });
});

function run(program: string, args: string[], box: Sandbox): Promise<{ code: number | null; stderr: string }> {
  const child = spawn(program, args, { env: box.environment(), stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, stderr })));
}
