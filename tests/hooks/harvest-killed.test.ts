import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFailed } from 'vitest';
import { sampledUpTo } from '#tests/support/sampled.ts';
import { EndedSession } from './ended-session.ts';
import { openSandbox } from './sandbox.ts';

const KILL_AT = fileURLToPath(new URL('kill-at.cjs', import.meta.url));
const NODE_OPTIONS = `--require ${KILL_AT}`;

/** What an undisturbed run leaves. */
async function undisturbed() {
  const session = new EndedSession(openSandbox());
  const KILL_COUNT = join(session.box.root, 'count');
  const before = session.text;
  expect(await session.harvest({ env: { NODE_OPTIONS, KILL_COUNT } })).toMatchObject({ code: 0, stderr: '' });
  expect([session.text, session.facts?.found]).toEqual([before, expect.arrayContaining([expect.anything()])]);
  expect([session.queued, session.box.failures(), session.box.leftovers()]).toEqual([[], [], []]);
  return { text: before, facts: session.facts, changes: Number(readFileSync(KILL_COUNT, 'utf8')) };
}

/** The chronicle is as it was, and facts are complete or missing. */
function expectWhole(session: EndedSession, { text, facts }: Pick<EndedSession, 'text' | 'facts'>): void {
  expect(session.text).toBe(text);
  expect([null, facts]).toContainEqual(session.facts);
}

describe('reading a transcript, killed', () => {
  it('instead of any of its writes is completed by the next run, with nothing twice', { tags: 'sample' }, async () => {
    const whole = await undisturbed();
    expect(whole.facts).not.toBeNull();
    expect(whole.changes).toBeGreaterThan(10);
    const points = sampledUpTo(whole.changes, 4);
    for (const half of [points.filter((n) => n % 2 === 0), points.filter((n) => n % 2 === 1)])
      await Promise.all(half.map(killAt));

    async function killAt(n: number): Promise<void> {
      const session = new EndedSession(openSandbox());
      const env = { NODE_OPTIONS, KILL_AT: String(n), KILL_HALF: '1', KILL_COUNT: join(session.box.root, 'count') };
      expect([n, (await session.harvest({ env })).signal]).toEqual([n, 'SIGKILL']);
      expectWhole(session, whole);
      expect([n, (await session.harvest()).code]).toEqual([n, 0]);
      expect([n, session.text, session.facts]).toEqual([n, whole.text, whole.facts]);
      expect([n, session.queued, session.box.failures()]).toEqual([n, [], []]);
      if (session.box.leftovers().length > 0) {
        // Only tidying up was left, and the queue was empty: the end of the next session tidies up.
        session.queue();
        await session.harvest();
      }
      expect([n, session.text, session.queued, session.box.leftovers()]).toEqual([n, whole.text, [], []]);
    }
  });

  it('at random moments, too', { tags: 'long' }, async () => {
    const whole = await undisturbed();
    const begun = performance.now();
    await new EndedSession(openSandbox()).harvest();
    const usual = performance.now() - begun;
    const delays: string[] = [];
    onTestFailed(() => console.error(`Killed after ${delays.join(', ')} ms; the last run failed.`));
    for (let n = 0; n < 6; n++) {
      const session = new EndedSession(openSandbox());
      const { child, finished } = session.launch();
      const delay = usual * (0.2 + Math.random() * 0.9);
      delays.push(delay.toFixed(1));
      setTimeout(() => child.kill('SIGKILL'), delay);
      await finished;
      expectWhole(session, whole);
      await session.harvest();
      expect([session.text, session.facts, session.queued]).toEqual([whole.text, whole.facts, []]);
    }
  });
});

it('two runs at once read a session once', async () => {
  const whole = await undisturbed();
  const session = new EndedSession(openSandbox());
  const runs = await Promise.all([session.harvest(), session.harvest(), session.harvest()]);
  expect(runs.map(({ code, stderr }) => [code, stderr])).toEqual(Array(3).fill([0, '']));
  expect([session.text, session.facts, session.queued]).toEqual([whole.text, whole.facts, []]);
  expect(session.box.failures()).toEqual([]);
});
