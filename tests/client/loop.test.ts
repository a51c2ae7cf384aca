import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { eventId } from '#src/format/event-id.ts';
import { summaryDigest } from '#src/format/summary.ts';
import { directoryName } from '#src/lib/directory-name.ts';
import { runCommand } from '../loader/command.ts';
import { type ApiRequest, bashCalls, hookContexts } from './api-request.ts';
import { chronicles, labWithPlugin, log } from './scenario.ts';
import { hasTmux, openTerminal } from './terminal.ts';

const FILE = 'feedback_locks.md';
const MISTAKE = 'Took the lock after the check';
const TEXT =
  '---\nname: lock-first\ndescription: Take the lock before the check\nmetadata:\n  type: feedback\n---\n\nLock first.\n';
const PROPOSALS = [
  {
    action: 'NEW',
    file: FILE,
    text: TEXT,
    events: [eventId('MEMORY-MISS', MISTAKE)],
    reason: 'It was taken too late.',
  },
];
const SEEN = summaryDigest({ kind: 'none', lead: '', narrative: null });
const RETRO = [
  'chronicle retro context',
  `chronicle memory propose <<'EOF'\n${JSON.stringify({ proposals: PROPOSALS })}\nEOF`,
  `chronicle retro narrative --seen ${SEEN} <<'EOF'\nThe lead.\n\n### Lock first\n\nWe looked twice.\nEOF`,
];
const SCRIPTS = [
  { prompt: 'Review the session that is ending', commands: RETRO },
  { prompt: 'make a mistake', commands: [log('MEMORY-MISS', MISTAKE)] },
  { prompt: 'apply all', commands: ['chronicle memory apply all'] },
  { prompt: 'make it again', commands: [log('MEMORY-MISS', `${MISTAKE}, despite ${FILE}`)] },
];

describe.skipIf(!hasTmux())('in a terminal (skipped where tmux is missing)', () => {
  it('a mistake becomes a memory that the next session has, and the archive measures it', async () => {
    const lab = await labWithPlugin(SCRIPTS);
    const memory = join(lab.config, 'projects', directoryName(lab.project), 'memory');
    const terminal = await openTerminal(lab, ['--permission-mode', 'default']);
    onTestFinished(() => terminal.close());
    const done = async (calls: number) => {
      await until(() => bashCalls(lab.requests).length >= calls);
      await terminal.waitFor(/● Done\./);
    };

    await terminal.enter('make a mistake');
    await done(1);
    await terminal.enter('/session-retro');
    await done(4);
    expect(bashCalls(lab.requests).filter(({ isError }) => isError)).toEqual([]);
    expect(existsSync(join(memory, FILE))).toBe(false);

    await terminal.enter('apply all');
    await terminal.waitFor(/Do you want to proceed/);
    expect(existsSync(join(memory, FILE))).toBe(false);
    await terminal.confirm();
    await done(5);
    expect(readFileSync(join(memory, FILE), 'utf8')).toBe(TEXT);
    expect(readFileSync(join(memory, 'MEMORY.md'), 'utf8')).toMatch(
      /^- \[Lock first\]\(feedback_locks\.md\) — Take the lock before the check$/m,
    );
    await terminal.enter('/exit');
    await terminal.ended();

    const [{ path, fields, summary }] = chronicles(lab, 1);
    const kept = join(path, '..');
    const [line] = jsonLines(join(kept, 'memory-ledger.jsonl'));
    const id = `${fields.session_id}#${PROPOSALS[0]?.events[0]}`;
    expect(line).toMatchObject({ source: 'retro', action: 'new', file: FILE, events: [id], before: null });
    expect(line).toHaveProperty('after', createHash('sha256').update(TEXT).digest('hex'));
    expect(jsonLines(join(kept, 'memory-ledger.jsonl'))).toHaveLength(1);
    expect(jsonLines(join(kept, 'memory/proposals.jsonl'))).toMatchObject([{ state: 'approved', action: 'NEW' }]);
    expect(readdirSync(join(kept, 'memory/backups'))).toHaveLength(1);
    expect(summary).toBe('The lead.\n\n### Lock first\n\nWe looked twice.');
    expect(fields).toHaveProperty('retro');
    const blog = join(lab.home, 'blog');
    mkdirSync(blog);
    const told = await runCommand(lab.config, 'export', 'last', '--to', 'hugo', '--out', blog);
    expect(told).toMatchObject({ code: 0, stdout: join(blog, 'content/posts/lock-first/index.md\n') });
    expect(readFileSync(told.stdout.trim(), 'utf8')).toMatch(
      /^title: "Lock first"$[\s\S]*^draft: true$[\s\S]*We looked twice\./m,
    );

    // A chronicle's times are minutes, so a miss in the same minute as the memory is not after it.
    await sleep(60_000 - (Date.now() % 60_000));
    const again = await openTerminal(lab);
    onTestFinished(() => again.close());
    await again.enter('make it again');
    await until(() => bashCalls(lab.requests).some(({ command }) => command.includes('despite')));
    await again.waitFor(/● Done\./);
    expect(textOf(lab.requests.at(-1))).toContain('[Lock first](feedback_locks.md)');
    const answer = bashCalls(lab.requests).find(({ command }) => command.includes('despite'))?.output;
    expect(answer).toMatch(/Second miss|second time/i);
    await again.enter('/exit');
    await again.ended();

    await lab.run(['-p', 'hello']);
    expect(hookContexts(lab.requests.at(-1) as ApiRequest).join('\n')).toContain(FILE);

    const site = join(lab.home, 'site');
    expect(await runCommand(lab.config, 'build', '--out', site)).toMatchObject({ code: 0 });
    const [project] = readdirSync(join(site, 'memory')).filter((name) => existsSync(join(site, 'memory', name, FILE)));
    const page = readFileSync(join(site, 'memory', project ?? '', FILE, 'index.html'), 'utf8');
    expect(page).toContain('Lock first.');
    expect(page).toContain('data-state="broken"');
    expect(readFileSync(join(site, 'memory/index.html'), 'utf8')).toContain('#g-flag');
  });
});

function jsonLines(path: string): unknown[] {
  return readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

function textOf(request: ApiRequest | undefined): string {
  return (request?.messages ?? []).flatMap(({ blocks }) => blocks.map(({ text }) => text ?? '')).join('\n');
}

async function until(holds: () => boolean): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!holds()) {
    if (Date.now() > deadline) throw new Error('It did not happen within 30 s.');
    await sleep(50);
  }
}
