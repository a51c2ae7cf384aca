import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Finished } from './bundle-process.ts';
import { chronicle, count, summaryLines } from './chronicle-text.ts';
import { openSandbox, type Sandbox } from './sandbox.ts';

const ID = 'late-session';
const LATE_SAVE = fileURLToPath(new URL('late-save.cjs', import.meta.url));

/** The chronicle after a command during which somebody saved at the worst moment. */
async function metBy(
  kind: string,
  command: (box: Sandbox, env: Record<string, string>) => Promise<Finished>,
): Promise<string> {
  const box = openSandbox();
  const path = box.place('2026-03-24-main.md', chronicle({ id: ID, events: ['- 09:00 [DECISION] first'] }));
  const env = { NODE_OPTIONS: `--require ${LATE_SAVE}`, LATE_SAVE: kind, LATE_SAVE_PATH: path };
  expect(await command(box, env)).toMatchObject({ code: 0, stderr: '' });
  expect(box.leftovers()).toEqual([]);
  return box.only().text;
}

describe('a save at the moment in which an event is written', () => {
  const log = (kind: string) => metBy(kind, (box, env) => box.log(ID, 'ERROR', 'our event\nwith a reason', { env }));

  it('is kept, and the event is in it once', async () => {
    const text = await log('at once');
    expect(count(text, 'late save')).toBe(1);
    expect(count(text, 'our event\n  with a reason\n')).toBe(1);
  });

  it.each(['slow', 'slow before'])('is waited for if the file has only been emptied (%s)', async (kind) => {
    const text = await log(kind);
    expect(count(text, 'late save')).toBe(1);
    expect(count(text, 'our event')).toBe(1);
    expect(text.startsWith(`---\nsession_id: ${ID}\n`)).toBe(true);
  });

  it('is kept together with text appended to our file meanwhile', async () => {
    const text = await log('appended');
    expect(count(text, 'late save')).toBe(1);
    expect(count(text, 'next save')).toBe(1);
    expect(count(text, 'our event')).toBe(1);
  });

  it('does not duplicate the event if the next save is based on our file', async () => {
    const text = await log('built');
    expect(count(text, 'next save')).toBe(1);
    expect(count(text, 'our event')).toBe(1);
  });
});

describe('a save while a session ends', () => {
  it.each(['before the append', 'after the append'])(
    'of an older copy, %s, keeps its event and the summary',
    async (kind) => {
      const text = await metBy(kind, (box, env) => box.end(ID, { env }));
      expect(count(text, 'late save')).toBe(1);
      expect(summaryLines(text)).toEqual(['Auto-generated: 2 events (1 decision, 1 insight)']);
    },
  );
});
