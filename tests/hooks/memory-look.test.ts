/* A project's memories in a sandbox: writes files and reads the history. */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
  appendFileSync,
  statSync,
  symlinkSync,
  unlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import * as processes from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type HistoryLine, parseHistory } from '#src/memory/history.ts';
import { seeMemories } from '#src/memory/see-memories.ts';
import { pathsOf, memoryPlace } from '#src/lib/paths.ts';
import { IS_WHOLE } from '#tests/support/sampled.ts';
import { EMPTY_LOOKUP, type Lookup, serializeLookup } from '#src/memory/lookup.ts';
import { type Sandbox, openQuickSandbox } from './sandbox.ts';

/** Looks for changes of memory files, as the process that reads transcripts does after a session. */
async function look(box: Sandbox, sessionId: string): Promise<void> {
  mkdirSync(box.chronicleDirectory, { recursive: true });
  const paths = pathsOf(box.config);
  const place = memoryPlace(paths, box.chronicleDirectory.split('/').at(-2) ?? '');
  seeMemories(paths, place, sessionId, new Date());
}

function memoryDirectory(box: Sandbox): string {
  return join(dirname(box.chronicleDirectory), 'memory');
}

/** Writes a memory file; `at` sets its time. */
function writeMemory(box: Sandbox, name: string, text = `${name}\n`, at?: string): string {
  const path = join(memoryDirectory(box), name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  if (at) utimesSync(path, new Date(at), new Date(at));
  return path;
}

function ledgerPath(box: Sandbox): string {
  return join(box.chronicleDirectory, 'memory-ledger.jsonl');
}

function ledgerText(box: Sandbox): string {
  return existsSync(ledgerPath(box)) ? readFileSync(ledgerPath(box), 'utf8') : '';
}

/** All lines of the history; fails for an unreadable one. */
function history(box: Sandbox): HistoryLine[] {
  const { value, problems } = parseHistory(ledgerText(box));
  if (problems.length > 0) throw new Error(JSON.stringify(problems));
  return value;
}

/** `new feedback_money.md`, one per line of the history. */
function deeds(box: Sandbox): string[] {
  return history(box).map(({ action, file }) => `${action} ${file}`);
}

function lookupPath(box: Sandbox): string {
  const [directory = ''] = box.chronicleDirectory.split('/').slice(-2);
  return join(box.state, 'index/memory', `${directory}.json`);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

const LOOK = fileURLToPath(new URL('look-process.ts', import.meta.url));

const execFile = promisify(processes.execFile);

describe('a look', () => {
  it('records a file that we did not write, with its date at first, then its changes and its end, each once', async () => {
    const box = openQuickSandbox();
    const path = writeMemory(box, 'a.md', 'first', '2026-03-01T10:00:00Z');
    writeMemory(box, 'MEMORY.md');
    await look(box, 'one');
    expect(statSync(ledgerPath(box)).mode & 0o777).toBe(0o600);
    // The lookup file can be lost or damaged.
    writeFileSync(lookupPath(box), '{"version":1,"files":[1]}');
    await look(box, 'one');
    writeMemory(box, 'a.md', 'second');
    await look(box, 'two');
    unlinkSync(lookupPath(box));
    unlinkSync(path);
    await look(box, 'three');
    await look(box, 'four');
    const seen = { source: 'seen', file: 'a.md', events: [], id: expect.stringMatching(/^l-[0-9a-f]{12}$/) };
    const at = expect.stringMatching(/^20/);
    const [first, second] = [sha256('first'), sha256('second')];
    expect(history(box)).toEqual([
      {
        ...{ ...seen, action: 'new', session_id: 'one', before: null, after: first },
        ...{ at: '2026-03-01T10:00:00Z', dated: 'file' },
      },
      { ...seen, action: 'changed', session_id: 'two', before: first, after: second, at },
      { ...seen, action: 'delete', session_id: 'three', before: second, after: null, at },
    ]);
  });

  it('at the same time as others records a file once', async () => {
    const box = openQuickSandbox();
    await look(box, 'first');
    for (let n = 0; n < 5; n++) writeMemory(box, `feedback_${n}.md`);
    await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((id) => look(box, id)));
    // A process that finds the lock taken leaves the work to the others.
    await look(box, 'last');
    expect(deeds(box).sort()).toEqual([0, 1, 2, 3, 4].map((n) => `new feedback_${n}.md`));
    expect(box.leftovers()).toEqual([]);
  });

  it('ignores everything that is not a memory file', async () => {
    const box = openQuickSandbox();
    const outside = join(box.root, 'secret.md');
    writeFileSync(outside, 'secret');
    writeMemory(box, 'good.md');
    for (const name of ['.hidden.md', '..md', 'notes.txt', 'new\nline.md', `${'x'.repeat(240)}.md`])
      writeMemory(box, name);
    const at = (name: string) => join(memoryDirectory(box), name);
    symlinkSync(outside, at('link.md'));
    mkdirSync(at('folder.md'));
    processes.execFileSync('mkfifo', [at('pipe.md')]);
    writeFileSync(at('large.md'), Buffer.alloc(1024 * 1024 + 1));
    writeFileSync(Buffer.concat([Buffer.from(at('')), Buffer.from([0xff, 0xfe]), Buffer.from('.md')]), 'x');
    await look(box, 'one');
    expect(deeds(box).sort()).toEqual(['new good.md', 'new new\nline.md', `new ${'x'.repeat(240)}.md`].sort());
    expect(ledgerText(box).trim().split('\n')).toHaveLength(3);
  });

  it('at 5,000 files dates the first 2,000, and the next one treats none of them as new', {
    tags: 'long',
  }, async () => {
    const box = openQuickSandbox();
    for (let n = 0; n < 5000; n++) writeMemory(box, `f${n}.md`, 'x', '2026-03-01T10:00:00Z');
    await look(box, 'one');
    await look(box, 'two');
    const lines = history(box);
    expect(lines.length).toBeLessThanOrEqual(2000);
    expect(new Set(lines.map(({ file }) => file)).size).toBe(lines.length);
    expect(lines.every(({ dated }) => dated === 'file')).toBe(true);
  });

  it('keeps a ledger whose last line is broken', async () => {
    const box = openQuickSandbox();
    writeMemory(box, 'a.md', 'a');
    await look(box, 'one');
    appendFileSync(ledgerPath(box), '{"id":"l-torn","at":"2026-');
    writeMemory(box, 'b.md', 'b');
    await look(box, 'two');
    const lines = ledgerText(box).split('\n');
    expect(lines).toHaveLength(4);
    expect(lines[1]).toBe('{"id":"l-torn","at":"2026-');
    expect(JSON.parse(lines[2] ?? '')).toMatchObject({ action: 'new', file: 'b.md' });
  });

  it('never writes a ledger through a link', async () => {
    const box = openQuickSandbox();
    await look(box, 'one');
    symlinkSync('/etc/hostname', ledgerPath(box));
    writeMemory(box, 'a.md');
    await expect(look(box, 'two')).rejects.toThrow();
    expect(readFileSync('/etc/hostname', 'utf8')).not.toContain('seen');
  });

  it('killed instead of any of its writes is completed by the next one', { tags: 'sample' }, async () => {
    const prepare = async () => {
      const box = openQuickSandbox();
      await look(box, 'first');
      writeMemory(box, 'a.md');
      writeMemory(box, 'b.md');
      return box;
    };
    const killedAt = async (n: number) => {
      const box = await prepare();
      const args = [LOOK, box.config, box.chronicleDirectory.split('/').at(-2) ?? '', 'killed'];
      const { signal } = await execFile(process.execPath, args, { env: { ...process.env, ...box.killing(n) } }).then(
        () => ({ signal: null }),
        (error) => error,
      );
      await look(box, 'after');
      // With many processes at once, the time for a look may be over after one file.
      for (let i = 0; i < 3; i++) await look(box, `after-that-${i}`);
      expect([n, readableDeeds(box)]).toEqual([n, ['new a.md', 'new b.md']]);
      // What it left in the work directory goes when a session starts.
      await box.start('swept');
      expect(box.leftovers()).toEqual([]);
      return signal;
    };
    if (!IS_WHOLE) {
      expect(await Promise.all([2, 5].map(killedAt))).toEqual(Array(2).fill('SIGKILL'));
      return;
    }
    let n = 0;
    for (let signals: unknown[] = []; !signals.includes(null); n += 8) {
      signals = await Promise.all(Array.from({ length: 8 }, (_, i) => killedAt(n + i)));
    }
    expect(n).toBeGreaterThan(8);
  });
});

/** Only the readable lines: a killed process may leave half a line. */
function readableDeeds(box: Sandbox): string[] {
  return ledgerText(box)
    .split('\n')
    .flatMap((line) => {
      try {
        const { action, file } = JSON.parse(line);
        return [`${action} ${file}`];
      } catch {
        return [];
      }
    });
}

function know(box: Sandbox, changes: Partial<Lookup>): void {
  mkdirSync(dirname(lookupPath(box)), { recursive: true });
  writeFileSync(lookupPath(box), serializeLookup({ ...EMPTY_LOOKUP, ...changes }));
}

/** The output of `log` after the id. */
async function remark(box: Sandbox, id: string, text: string, tag = 'MEMORY-MISS'): Promise<string> {
  const finished = await box.log(id, tag, text);
  expect(finished).toSucceed(/^e-[0-9a-f]{6}(?:-\d)? logged in \S+\.md\n/);
  return finished.stdout.slice(finished.stdout.indexOf('\n') + 1);
}

const SHOULD = 'that feedback_money.md should have prevented.';

describe("log's remark on a miss", () => {
  it('counts the misses of the memory it names: in the archive and in its own session', async () => {
    const box = openQuickSandbox();
    writeMemory(box, 'feedback_money.md', 'x', '2026-03-01T10:00:00Z');
    const money = { count: 2, isBroken: true, events: ['old#e-1', 'old#e-2'] };
    know(box, { memories: new Map([['feedback_money.md', money]]) });
    await box.start('one');
    expect(await remark(box, 'one', 'Float, see feedback_money.md')).toBe(`Miss 3 ${SHOULD}\n`);
    expect(await remark(box, 'one', 'FEEDBACK_MONEY.MD once more')).toBe(`Miss 4 ${SHOULD}\n`);
    expect(await remark(box, 'one', 'Rounded', 'MEMORY-HIT')).toBe('');
    expect(await remark(box, 'one', 'Rounded\nalthough feedback_money.md says so')).toBe(`Miss 5 ${SHOULD}\n`);
  });
});

it('a session is told of the memories that were missed since they were written', async () => {
  const box = openQuickSandbox();
  const memories = { count: 4, isBroken: true, events: [] };
  know(box, { memories: new Map([['c.md', memories]]) });
  const { stdout } = await box.start('one');
  expect(stdout).toContain('Memories that were missed since they were written: c.md (4). Apply them.');
});
