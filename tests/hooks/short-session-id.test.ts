import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openQuickSandbox, type Sandbox } from './sandbox.ts';
import { ID } from './started-session.ts';

const ALIKE = '3f6c2a10-8d1e-4c1b-9a52-6f1f0f8f4f99';
const OTHER = '77aa01bc-2f7d-4f0e-9d53-0e2f8f1c6a11';
const [SHORT] = ID.split('-') as [string];

function write(box: Sandbox, named: string, args = ['log', 'INSIGHT'], text = 'The cache is shared') {
  return box.run([...args, '--session', named], text, { env: { CLAUDE_CODE_SESSION_ID: OTHER } });
}

const fileOf = (box: Sandbox, id: string) => box.chronicles().find(({ text }) => text.includes(`session_id: ${id}`));

async function withSessions(...ids: string[]): Promise<Sandbox> {
  const box = openQuickSandbox();
  for (const id of ids) await box.start(id);
  return box;
}

describe('--session with the beginning of an id', () => {
  it.each([
    ['in the index', false],
    ['missing from the index', true],
  ])('writes to the only session that begins with it, one %s', async (_, isMissing) => {
    const box = await withSessions(OTHER, ID);
    if (isMissing) rmSync(join(box.state, 'index/by-id', ID));
    expect(await write(box, SHORT)).toMatchObject({ code: 0, stderr: '' });
    expect(fileOf(box, ID)?.text).toContain('[INSIGHT] The cache is shared');
    expect(fileOf(box, OTHER)?.text).not.toContain('[INSIGHT]');
    expect(await write(box, SHORT, ['summary'], 'Done.')).toMatchObject({ code: 0, stderr: '' });
    expect(fileOf(box, ID)?.text).toContain('Done.');
  });

  it('asks for more of it if several sessions begin with it, and takes more', async () => {
    const box = await withSessions(OTHER, ID, ALIKE);
    expect(await write(box, SHORT)).toRefuse(
      `2 sessions begin with ${SHORT}, such as ${SHORT}-`,
      'Use more of the id. Nothing was written.',
    );
    expect(await write(box, ALIKE.slice(0, -1))).toMatchObject({ code: 0 });
    expect(fileOf(box, ALIKE)?.text).toContain('[INSIGHT]');
  });
});
