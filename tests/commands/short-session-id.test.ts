import { describe, expect, it } from 'vitest';
import { MISS, memory, OTHER, openBox, SESSION } from './proposal-box.ts';

const NEW = {
  action: 'NEW',
  file: 'feedback_money.md',
  text: memory('money-in-cents', 'Amounts are integer cents'),
  reason: 'Floats again.',
};
const filed = (...events: string[]) => JSON.stringify({ proposals: [{ ...NEW, events }] });

describe('chronicle memory propose with the beginning of an id', () => {
  it('cites events by the whole id', async () => {
    const box = openBox();
    const events = [MISS, `session-t#${MISS}`, `${OTHER}#${MISS}`];
    expect(await box.run(['propose'], { input: filed(...events) })).toMatchObject({ code: 0, stderr: '' });
    expect(box.proposals()[0]?.events).toEqual([`${SESSION}#${MISS}`, `${OTHER}#${MISS}`]);
  });

  it('files the proposals of the session that is meant', async () => {
    const box = openBox();
    expect(await box.run(['propose', '--session', 'session-t'], { input: filed(MISS) })).toMatchObject({ code: 0 });
    expect(box.proposals()[0]?.session_id).toBe(OTHER);
  });

  it('names the sessions that it may mean', async () => {
    const box = openBox();
    expect(await box.run(['propose'], { input: filed(`session-#${MISS}`) })).toRefuse(
      /proposals\[0\]\.events\[0\]: 2 sessions begin with session-, such as session-\S+\. Use more/,
    );
    expect(box.proposals()).toEqual([]);
  });
});
