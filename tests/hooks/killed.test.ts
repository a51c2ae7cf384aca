import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseChronicle } from '#src/format/parse.ts';
import { IS_WHOLE, sampledUpTo } from '#tests/support/sampled.ts';
import { chronicle, count } from './chronicle-text.ts';
import { endPayload, startPayload } from './payloads.ts';
import { openSandbox, type Sandbox } from './sandbox.ts';

const ID = 'killed-session';
const BEFORE = chronicle({
  id: ID,
  events: Array.from({ length: 200 }, (_, n) => `- 09:${String(n % 60).padStart(2, '0')} [DECISION] event ${n}`),
});

type Command = 'session-start' | 'session-end' | 'log' | 'summary';

function prepare(command: Command): Sandbox {
  const box = openSandbox();
  if (command !== 'session-start') box.place('2026-03-24-main.md', BEFORE, ID);
  return box;
}

function launch(box: Sandbox, command: Command, env: Record<string, string> = {}) {
  const fields = { session_id: ID, cwd: box.project };
  const inputs = {
    'session-start': startPayload(fields),
    'session-end': endPayload(fields),
    log: 'new event',
    summary: 'new summary',
  };
  return box.launch(command === 'log' ? ['log', 'PIVOT'] : [command], inputs[command], {
    env: { CLAUDE_CODE_SESSION_ID: ID, ...env },
  });
}

/** The file is the old one or the new one, never anything in between. */
function expectWhole(box: Sandbox, command: Command): void {
  const files = box.chronicles();
  if (command === 'session-start') {
    // No file yet, or a complete one. If killed between file and index, resume still finds the file.
    for (const { text } of files) expect(text).toMatch(/^---\nsession_id: killed-session\n[\s\S]*\n## Summary\n$/);
    expect(files.length).toBeLessThan(2);
    return;
  }
  const [{ text } = { text: '' }, ...more] = files;
  expect(more).toEqual([]);
  if (text === BEFORE) return;
  const { chronicle: read, problems } = parseChronicle(text);
  expect(problems).toEqual([]);
  expect(count(text, '## Summary')).toBe(1);
  expect(read?.events).toHaveLength(command === 'log' ? 201 : 200);
  if (command === 'session-end') expect(text.startsWith(BEFORE)).toBe(true);
  if (command === 'log') expect(text).toContain('[PIVOT] new event\n');
  if (command === 'summary') expect(text).toContain('\nnew summary\n');
}

/** The next commands work and delete what the killed one left. */
async function expectRecovery(box: Sandbox): Promise<void> {
  // The next start and end delete what is left in the directories of the index.
  await box.start(ID, { source: 'resume' });
  expect(await box.log(ID, 'INSIGHT', 'after')).toMatchObject({ code: 0, stderr: '' });
  await box.end(ID);
  expect(box.leftovers()).toEqual([]);
  expect(box.only().text).toContain('[INSIGHT] after\n');
}

const COMMANDS: Command[] = ['session-start', 'session-end', 'log', 'summary'];

describe.each(COMMANDS)('%s killed', (command) => {
  it('instead of any of its writes leaves the old or the new file, and the next command works', {
    tags: 'sample',
  }, async () => {
    // On a busy machine a hook may skip work or repeat some, so single runs differ in their number of changes.
    const changes = Math.min(await countChanges(), ...(IS_WHOLE ? [await countChanges(), await countChanges()] : []));
    expect(changes).toBeGreaterThan(5);
    await Promise.all(sampledUpTo(changes, 4).map((n) => killAt(n)));

    async function countChanges(): Promise<number> {
      const whole = prepare(command);
      expect((await launch(whole, command, whole.killing()).finished).code).toBe(0);
      return Number(readFileSync(join(whole.root, 'count'), 'utf8'));
    }

    async function killAt(n: number, attempts = 5): Promise<void> {
      const box = prepare(command);
      const { signal } = await launch(box, command, box.killing(n)).finished;
      if (signal === null && attempts > 1) return killAt(n, attempts - 1);
      expect([n, signal]).toEqual([n, 'SIGKILL']);
      expectWhole(box, command);
      await expectRecovery(box);
    }
  });
});
