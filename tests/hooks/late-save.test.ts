import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { chronicle, count } from './chronicle-text.ts';
import { openSandbox } from './sandbox.ts';

const ID = 'late-session';
const LATE_SAVE = fileURLToPath(new URL('late-save.cjs', import.meta.url));

/** A chronicle after `log` and `summary`, each met by a save in the instant of its rename. */
async function metBy(kind: string): Promise<string> {
  const box = openSandbox();
  box.place('2026-03-24-main.md', chronicle({ id: ID, events: ['- 09:00 [DECISION] first'] }));
  const env = { NODE_OPTIONS: `--require ${LATE_SAVE}`, LATE_SAVE: kind };
  expect(await box.log(ID, 'ERROR', 'our event\nwith a reason', { env })).toMatchObject({ code: 0, stderr: '' });
  expect(box.leftovers()).toEqual([]);
  return box.only().text;
}

describe('a save in the instant in which a chronicle is replaced', () => {
  it('is taken over, and the event is in it once', async () => {
    const text = await metBy('at once');
    expect(count(text, 'late save')).toBe(1);
    expect(count(text, 'our event\n  with a reason\n')).toBe(1);
  });

  it('is waited for when the file has only been emptied', async () => {
    const text = await metBy('slow');
    expect(count(text, 'late save')).toBe(1);
    expect(count(text, 'our event')).toBe(1);
    expect(text.startsWith(`---\nsession_id: ${ID}\n`)).toBe(true);
  });

  it('is taken over together with what was appended to ours meanwhile', async () => {
    const text = await metBy('appended');
    expect(count(text, 'late save')).toBe(1);
    expect(count(text, 'next save')).toBe(1);
    expect(count(text, 'our event')).toBe(1);
  });

  it('does not double the event when the next save was built on ours', async () => {
    const text = await metBy('built');
    expect(count(text, 'next save')).toBe(1);
    expect(count(text, 'our event')).toBe(1);
  });
});
