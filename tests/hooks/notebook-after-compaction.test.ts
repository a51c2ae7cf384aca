import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { StartSource } from './payloads.ts';
import type { Sandbox, StartOptions } from './sandbox.ts';
import { ID, started } from './started-session.ts';

function note(box: Sandbox, kind: string, text: string) {
  return box.run(['note', kind], text, { env: { CLAUDE_CODE_SESSION_ID: ID } });
}

async function context(box: Sandbox, source: StartSource, options: StartOptions = {}): Promise<string> {
  const { code, stdout, stderr } = await box.start(ID, { source, ...options });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout === '' ? '' : JSON.parse(stdout).hookSpecificOutput.additionalContext;
}

function placeNotebook(box: Sandbox, text: string): void {
  const { path, name } = box.only();
  const notebook = join(dirname(path), 'notebooks', name);
  mkdirSync(dirname(notebook), { recursive: true });
  writeFileSync(notebook, text);
}

describe('the start after a compaction', () => {
  it('gives the session its notebook back, after the reminder', async () => {
    const box = await started();
    await note(box, 'constraint', 'Has to work in a Safari iframe');
    await note(box, 'tried', 'httpOnly cookie → Safari blocks it');
    const text = await context(box, 'compact');
    expect(text.startsWith('Session chronicle active at ')).toBe(true);
    expect(text).toMatch(
      /\n<session-notebook>\n.*\n## Constraints\n- .*Safari iframe.*\n## Tried .*\n- .*cookie.*\n<\/session-notebook>$/,
    );
  });

  it('stays below the 10,000 characters that the host accepts, with the longest reminder and notebook', async () => {
    const box = await started();
    const lines = Array.from({ length: 10_000 }, (_, n) => `- 14:31 ${'w'.repeat(290)} ${n}`);
    placeNotebook(box, `---\nsession_id: ${ID}\n---\n\n## Tried (didn't work)\n\n${lines.join('\n')}\n`);
    const text = await context(box, 'compact');
    expect(text).toContain('earlier notes left out');
    expect(text.length).toBeLessThan(6500);
  });

  it('warns the person, and still reminds the agent, if the notebook is that of another session', async () => {
    const box = await started();
    placeNotebook(box, '---\nsession_id: another\n---\n\n## Focus\n\n- theirs\n');
    const { code, stdout } = await box.start(ID, { source: 'compact' });
    const { systemMessage, hookSpecificOutput } = JSON.parse(stdout);
    expect(code).toBe(0);
    expect(systemMessage).toContain('belongs to session another');
    expect(hookSpecificOutput.additionalContext).toContain('Session chronicle active');
    expect(hookSpecificOutput.additionalContext).not.toContain('theirs');
    expect(box.failures()).toMatchObject([{ event: 'session-start', code: 'CHRONICLE_NOTEBOOK' }]);
  });
});
