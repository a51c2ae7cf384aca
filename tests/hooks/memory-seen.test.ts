import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  deeds,
  ledger,
  ledgerPath,
  ledgerText,
  lookup,
  lookupPath,
  memoryDirectory,
  sha256,
  writeMemory,
} from './memory-box.ts';
import { startPayload } from './payloads.ts';
import { openSandbox, type Sandbox } from './sandbox.ts';

const KILL_AT = fileURLToPath(new URL('kill-at.cjs', import.meta.url));
const FINE = { code: 0, stderr: '' };

async function startFine(box: Sandbox, id: string, env = {}): Promise<void> {
  const finished = await box.start(id, { env });
  expect(finished).toMatchObject(FINE);
  expect(JSON.parse(finished.stdout)).not.toHaveProperty('systemMessage');
}

describe('memory files that nobody told us of', () => {
  it('get the date of their file at the first look, and say so', async () => {
    const box = openSandbox();
    writeMemory(box, 'feedback_money.md', 'cents\n', '2026-03-01T10:00:00Z');
    writeMemory(box, 'MEMORY.md');
    await startFine(box, 'one');
    expect(ledger(box)).toEqual([
      {
        id: expect.stringMatching(/^l-[0-9a-f]{12}$/),
        at: '2026-03-01T10:00:00Z',
        source: 'seen',
        action: 'new',
        file: 'feedback_money.md',
        session_id: 'one',
        events: [],
        before: null,
        after: sha256('cents\n'),
        dated: 'file',
      },
    ]);
    expect(statSync(ledgerPath(box)).mode & 0o777).toBe(0o600);
    expect(statSync(lookupPath(box)).mode & 0o777).toBe(0o600);
  });

  it('are born when they are written between two looks', async () => {
    const box = openSandbox();
    await startFine(box, 'one');
    expect(ledgerText(box)).toBe('');
    const before = Date.now() - 1000;
    writeMemory(box, 'feedback_money.md');
    await box.end('one');
    await startFine(box, 'two');
    const [line, ...more] = ledger(box);
    expect(more).toEqual([]);
    expect(line).toMatchObject({ action: 'new', source: 'seen', session_id: 'one', before: null });
    expect(line).not.toHaveProperty('dated');
    expect(Date.parse(line?.at ?? '')).toBeGreaterThanOrEqual(before - 1000);
    expect(Date.parse(line?.at ?? '')).toBeLessThanOrEqual(Date.now());
  });

  it('of which one is a copy that is older than the last look is born at this look', async () => {
    const box = openSandbox();
    await startFine(box, 'one');
    const before = Date.now() - 1000;
    const path = writeMemory(box, 'feedback_copied.md');
    utimesSync(path, new Date('2020-01-01'), new Date('2020-01-01'));
    await startFine(box, 'two');
    expect(Date.parse(ledger(box)[0]?.at ?? '')).toBeGreaterThanOrEqual(before - 1000);
  });

  it('that change and vanish are entered with the hashes before and after', async () => {
    const box = openSandbox();
    writeMemory(box, 'a.md', 'first');
    await startFine(box, 'one');
    writeMemory(box, 'a.md', 'second');
    await startFine(box, 'two');
    unlinkSync(join(memoryDirectory(box), 'a.md'));
    await box.end('two');
    await startFine(box, 'three');
    const [, changed, gone, ...more] = ledger(box);
    expect(more).toEqual([]);
    expect(changed).toMatchObject({
      action: 'changed',
      before: sha256('first'),
      after: sha256('second'),
      session_id: 'two',
    });
    expect(gone).toMatchObject({ action: 'delete', before: sha256('second'), after: null, session_id: 'two' });
  });

  it('are left alone while nothing happens to them', async () => {
    const box = openSandbox();
    for (let n = 0; n < 50; n++) writeMemory(box, `feedback_${n}.md`, `text ${n}`);
    await startFine(box, 'one');
    const [text, known] = [ledgerText(box), statSync(lookupPath(box)).mtimeMs];
    await startFine(box, 'two');
    await box.end('two');
    expect(ledgerText(box)).toBe(text);
    expect(statSync(lookupPath(box)).mtimeMs).toBe(known);
  });

  it('touched without a change are hashed once and not entered', async () => {
    const box = openSandbox();
    const path = writeMemory(box, 'a.md', 'same');
    await startFine(box, 'one');
    utimesSync(path, new Date(), new Date());
    await startFine(box, 'two');
    expect(deeds(box)).toEqual(['new a.md']);
  });

  it('that the ledger knows already are not entered again', async () => {
    const box = openSandbox();
    await startFine(box, 'one');
    writeMemory(box, 'a.md', 'by the retro');
    const at = new Date().toISOString();
    const line = { id: 'l-1', at, source: 'retro', action: 'new', file: 'a.md', session_id: 'one', events: [] };
    appendFileSync(ledgerPath(box), `${JSON.stringify({ ...line, before: null, after: sha256('by the retro') })}\n`);
    await startFine(box, 'two');
    expect(deeds(box)).toEqual(['new a.md']);
    expect(lookup(box).files['a.md']).toMatchObject({ born: at, written: at });
  });
});

describe('the lookup file', () => {
  it('lost or spoilt is made again from the ledger, without a line entered twice', async () => {
    const box = openSandbox();
    writeMemory(box, 'a.md', 'a', '2026-03-01T10:00:00Z');
    await startFine(box, 'one');
    writeMemory(box, 'b.md', 'b');
    await startFine(box, 'two');
    const before = lookup(box).files;
    for (const spoil of [
      () => unlinkSync(lookupPath(box)),
      () => writeFileSync(lookupPath(box), '{"version":1,"files":[1]}'),
    ]) {
      spoil();
      await startFine(box, 'three');
      expect(deeds(box)).toEqual(['new a.md', 'new b.md']);
      expect(lookup(box).files).toEqual(before);
    }
  });

  it('notices what changed while it was lost', async () => {
    const box = openSandbox();
    writeMemory(box, 'a.md', 'a');
    writeMemory(box, 'b.md', 'b');
    await startFine(box, 'one');
    unlinkSync(lookupPath(box));
    writeMemory(box, 'a.md', 'changed');
    unlinkSync(join(memoryDirectory(box), 'b.md'));
    await startFine(box, 'two');
    expect(deeds(box).sort()).toEqual(['changed a.md', 'delete b.md', 'new a.md', 'new b.md']);
  });

  it('is not believed once the ledger is gone', async () => {
    const box = openSandbox();
    writeMemory(box, 'a.md', 'a', '2026-03-01T10:00:00Z');
    await startFine(box, 'one');
    unlinkSync(ledgerPath(box));
    await startFine(box, 'two');
    expect(ledger(box)).toMatchObject([{ action: 'new', file: 'a.md', at: '2026-03-01T10:00:00Z', dated: 'file' }]);
  });
});

describe('a look', () => {
  it('at the same moment as others enters a file once', async () => {
    const box = openSandbox();
    await startFine(box, 'first');
    for (let n = 0; n < 5; n++) writeMemory(box, `feedback_${n}.md`);
    await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((id) => startFine(box, id)));
    // Whoever finds the lock taken leaves it to the others.
    await startFine(box, 'last');
    expect(deeds(box).sort()).toEqual([0, 1, 2, 3, 4].map((n) => `new feedback_${n}.md`));
    expect(box.leftovers()).toEqual([]);
  });

  it('passes by what is no memory file', async () => {
    const box = openSandbox();
    const outside = join(box.root, 'secret.md');
    writeFileSync(outside, 'secret');
    writeMemory(box, 'good.md');
    for (const name of ['.hidden.md', '..md', 'notes.txt', 'new\nline.md', `${'x'.repeat(240)}.md`])
      writeMemory(box, name);
    const at = (name: string) => join(memoryDirectory(box), name);
    symlinkSync(outside, at('link.md'));
    mkdirSync(at('folder.md'));
    execFileSync('mkfifo', [at('pipe.md')]);
    writeFileSync(at('large.md'), Buffer.alloc(1024 * 1024 + 1));
    writeFileSync(Buffer.concat([Buffer.from(at('')), Buffer.from([0xff, 0xfe]), Buffer.from('.md')]), 'x');
    await startFine(box, 'one');
    expect(deeds(box).sort()).toEqual(['new good.md', 'new new\nline.md', `new ${'x'.repeat(240)}.md`].sort());
    expect(ledgerText(box).trim().split('\n')).toHaveLength(3);
  });

  it('at 5,000 files ends, and takes none of them for new at the next', async () => {
    const box = openSandbox();
    for (let n = 0; n < 5000; n++) writeMemory(box, `f${n}.md`, 'x', '2026-03-01T10:00:00Z');
    await startFine(box, 'one');
    await startFine(box, 'two');
    const lines = ledger(box);
    expect(lines.length).toBeLessThanOrEqual(2000);
    expect(new Set(lines.map(({ file }) => file)).size).toBe(lines.length);
    expect(lines.every(({ dated }) => dated === 'file')).toBe(true);
  });

  it('keeps a ledger whose last line is broken', async () => {
    const box = openSandbox();
    writeMemory(box, 'a.md', 'a');
    await startFine(box, 'one');
    appendFileSync(ledgerPath(box), '{"id":"l-torn","at":"2026-');
    writeMemory(box, 'b.md', 'b');
    await startFine(box, 'two');
    const lines = ledgerText(box).split('\n');
    expect(lines).toHaveLength(4);
    expect(lines[1]).toBe('{"id":"l-torn","at":"2026-');
    expect(JSON.parse(lines[2] ?? '')).toMatchObject({ action: 'new', file: 'b.md' });
  });

  it('waits for a change of memory that is under way', async () => {
    const box = openSandbox();
    await startFine(box, 'one');
    mkdirSync(join(box.chronicleDirectory, 'memory'));
    writeFileSync(join(box.chronicleDirectory, 'memory/pending'), 'x');
    writeMemory(box, 'a.md');
    await startFine(box, 'two');
    expect(ledgerText(box)).toBe('');
    rmSync(join(box.chronicleDirectory, 'memory/pending'));
    await startFine(box, 'three');
    expect(deeds(box)).toEqual(['new a.md']);
  });

  it('that fails is a warning at the start and a line of the log at the end, and no more', async () => {
    const box = openSandbox();
    await startFine(box, 'one');
    symlinkSync('/etc/hostname', ledgerPath(box));
    writeMemory(box, 'a.md');
    const started = await box.start('two');
    expect(started).toMatchObject(FINE);
    expect(JSON.parse(started.stdout)).toMatchObject({ systemMessage: expect.stringContaining('session-chronicle: ') });
    expect(await box.end('two')).toMatchObject({ code: 0, stdout: '', stderr: '' });
    expect(box.failures().map(({ event }) => event)).toEqual(['session-start', 'session-end']);
    expect(readFileSync('/etc/hostname', 'utf8')).not.toContain('seen');
  });

  it('is not taken by a subagent', async () => {
    const box = openSandbox();
    writeMemory(box, 'a.md');
    await box.start('one', { payload: { agent_id: 'a1', agent_type: 'reviewer' } });
    expect(ledgerText(box)).toBe('');
  });

  it('killed in place of any of its changes to the disk is made up for by the next', async () => {
    const prepare = async () => {
      const box = openSandbox();
      await startFine(box, 'first');
      writeMemory(box, 'a.md');
      writeMemory(box, 'b.md');
      return box;
    };
    const NODE_OPTIONS = `--require ${KILL_AT}`;
    const payload = (box: Sandbox) => startPayload({ session_id: 'killed', cwd: box.project });
    const killedAt = async (n: number) => {
      const box = await prepare();
      const env = { NODE_OPTIONS, KILL_AT: String(n), KILL_HALF: '1', KILL_COUNT: join(box.root, 'count') };
      const { signal } = await box.run(['session-start'], payload(box), { env });
      JSON.parse(readFileSync(lookupPath(box), 'utf8'));
      await startFine(box, 'after');
      // Where many processes run at once, the time for a look may be over after one file.
      for (let i = 0; i < 3; i++) await startFine(box, `after-that-${i}`);
      expect([n, readableDeeds(box)]).toEqual([n, ['new a.md', 'new b.md']]);
      expect(Object.keys(lookup(box).files)).toEqual(['a.md', 'b.md']);
      expect(box.leftovers()).toEqual([]);
      return signal;
    };
    let n = 0;
    for (let signals: unknown[] = []; !signals.includes(null); n += 8) {
      signals = await Promise.all(Array.from({ length: 8 }, (_, i) => killedAt(n + i)));
    }
    expect(n).toBeGreaterThan(24);
  }, 120_000);
});

/** Of the lines that can be read: a killed process leaves half a line. */
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
