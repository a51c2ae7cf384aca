import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parseChronicle } from '#src/format/parse.ts';
import { DEAD, plantLock } from '#tests/support/planted-lock.ts';
import { IS_WHOLE } from '#tests/support/sampled.ts';
import { chronicle, count, frontMatter } from './chronicle-text.ts';
import { openSandbox, type Sandbox } from './sandbox.ts';

const ID = 'stressed-session';

/** A chronicle with one event of the session, in the index. */
function stressed(box: Sandbox): string {
  return box.place('2026-03-24-main.md', chronicle({ id: ID, events: ['- 09:00 [DECISION] first'] }), ID);
}

/** An editor that knows no lock: reads a file, adds a line and saves it, 40 times, in place, by a rename or at its end. */
const EDITOR = `const fs = require('node:fs');
const [path, kind] = process.argv.slice(1);
for (let n = 0; n < 40; n++) {
  const text = fs.readFileSync(path, 'utf8').replace('\\n## Summary', '- 09:30 [INSIGHT] save ' + n + '.\\n\\n## Summary');
  if (kind === 'append') fs.appendFileSync(path, 'save ' + n + '.\\n');
  else if (kind === 'truncate') fs.writeFileSync(path, text);
  else { fs.writeFileSync(path + '~', text); fs.renameSync(path + '~', path); }
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
}`;

it.each(['truncate', 'rename', 'append'])(
  'an editor that saves every millisecond (%s) leaves a complete file with each line at most once',
  { tags: 'long' },
  async (kind) => {
    for (let round = 0; round < 8; round++) {
      const box = openSandbox();
      const path = stressed(box);
      const editor = run(process.execPath, ['-e', EDITOR, path, kind], box);
      const [end, log] = await Promise.all([box.end(ID), box.log(ID, 'ERROR', 'log.'), editor]);
      // Under load, the saves may take longer than a command waits: then it says so and has written nothing.
      for (const { code, stderr } of [end, log])
        if (code !== 0) expect(stderr).toMatch(/keeps changing|cannot be read\..*Nothing was written/);
      const text = readFileSync(path, 'utf8');
      expect([frontMatter(text).session_id, count(text, '## Events'), count(text, '## Summary')]).toEqual([ID, 1, 1]);
      for (const line of ['log.', 'Auto-generated:', ...Array.from({ length: 40 }, (_, n) => ` save ${n}.`)])
        expect([line, count(text, line) < 2]).toEqual([line, true]);
      expect(box.leftovers()).toEqual([]);
    }
  },
);

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
    const ends = [box.end(ID), box.start(ID, { source: 'compact' }), box.end(ID)];
    const others = [box.summary(ID, 'Words of the agent.'), ...ends];
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
    expect(await box.end(ID)).toRefuse('Another process holds the lock');
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

  it('still gives each of 12 sessions its file, and keeps each of 8 events', async () => {
    const box = openSandbox();
    await Promise.all(Array.from({ length: 12 }, (_, n) => box.start(`session-${n}`, { env })));
    expect(new Set(box.chronicles().map(({ text }) => frontMatter(text).session_id)).size).toBe(12);
    await Promise.all(Array.from({ length: 8 }, (_, n) => box.log('session-0', 'ERROR', `event ${n}.`, { env })));
    const text = box.chronicles().find((file) => frontMatter(file.text).session_id === 'session-0')?.text ?? '';
    expect(count(text, '[ERROR] event ')).toBe(8);
    expect(await box.end('session-0', { env })).toMatchObject({ code: 0, stderr: '' });
    expect(await box.summary('session-0', 'words', { env })).toMatchObject({ code: 0, stderr: '' });
    expect(box.leftovers()).toEqual([]);
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
