import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readHandoff } from '#src/format/notebook/notebook.ts';
import { readObservations } from '#src/format/notebook/observation.ts';
import { sampledUpTo } from '#tests/support/sampled.ts';
import type { Sandbox } from './sandbox.ts';
import { ID, started } from './started-session.ts';

function notebookPath(box: Sandbox): string {
  const { path, name } = box.only();
  return join(dirname(path), 'notebooks', name);
}

const notebookOf = (box: Sandbox) => readFileSync(notebookPath(box), 'utf8');

/** What a careful agent writes: every piece of advice is followed. */
const careful = (root: string) => `- [feature] JWT Refresh Token Implementation
  Long-lived sessions without a long-lived token
  - src/auth.ts: makes a token on each refresh
  - src/auth.ts: returns Map<string, number>
  Narrative: ${'The token is rotated. '.repeat(60)}
  Concepts: Authentication, caching
  Files: ${root}/src/auth.ts`;

describe('chronicle observe', () => {
  it('keeps an observation in the notebook with every field, and its paths below the project', async () => {
    const box = await started();
    const finished = await box.agent(ID, 'observe', careful(box.project));
    expect(finished).toSucceed(/^o-[0-9a-f]{6} kept in notebooks\/\S+\.md\n$/);
    expect(readObservations(notebookOf(box))).toMatchObject([
      {
        id: finished.stdout.slice(0, 8),
        type: 'feature',
        time: expect.stringMatching(/^\d\d:\d\d$/),
        facts: [{}, { text: expect.stringContaining('Map<string, number>') }],
        concepts: ['authentication', 'caching'],
        files: ['src/auth.ts'],
      },
    ]);
    expect(box.leftovers()).toEqual([]);
  });

  it('keeps none if one cannot be read, and names the line of each', async () => {
    const box = await started();
    expect(await box.agent(ID, 'observe', '- [P1] fine\n- [wish] A pony\n  Scope: team\nloose')).toRefuse(
      'Line 2: There is no type "wish".',
      'Line 4: This line is neither an observation',
      'Nothing was written.',
    );
    expect(existsSync(notebookPath(box))).toBe(false);
  });

  it('leaves a whole notebook if it is killed instead of any of its writes', { tags: 'sample' }, async () => {
    const text = '- [P1] One\n  why\n- [P2] Two\n\nCurrent Task: both';
    const whole = await started();
    expect((await whole.agent(ID, 'observe', text, { env: whole.killing() })).code).toBe(0);
    const changes = Number(readFileSync(join(whole.root, 'count'), 'utf8'));
    expect(changes).toBeGreaterThan(5);
    await Promise.all(
      sampledUpTo(changes, 3).map(async (n) => {
        const box = await started();
        await box.agent(ID, 'observe', text, { env: box.killing(n) });
        if (existsSync(notebookPath(box))) {
          const kept = readObservations(notebookOf(box)).length;
          expect([kept, readHandoff(notebookOf(box)) !== null]).toEqual(kept === 0 ? [0, false] : [2, true]);
        }
        expect(await box.agent(ID, 'observe', text)).toMatchObject({ code: 0, stderr: '' });
        expect(readObservations(notebookOf(box))).toHaveLength(2);
        expect(box.leftovers()).toEqual([]);
      }),
    );
  });
});

describe('chronicle handoff', () => {
  it('says where the work stands, and replaces an earlier one', async () => {
    const box = await started();
    expect((await box.agent(ID, 'handoff', 'Current Task: JWT\nSuggested Next: measure\n  twice')).stdout).toMatch(
      /^Handoff kept in notebooks\/\S+\.md: Current Task, Suggested Next\.\n$/,
    );
    expect(readHandoff(notebookOf(box))).toEqual({ currentTask: 'JWT', suggestedNext: 'measure\ntwice' });
    expect((await box.agent(ID, 'handoff', 'Request: Log in')).code).toBe(0);
    expect(readHandoff(notebookOf(box))).toEqual({ request: 'Log in' });
  });

  it.each([
    ['- [P1] only an observation', 'There is no field of a handoff in the text.'],
    ['Curent Task: JWT', 'Line 1: This line is neither an observation nor a field of a handoff.'],
    [' ', 'There is no text on stdin.'],
    ['Current Task: a\0b', 'NUL'],
    [`Current Task: ${'x'.repeat(300_000)}`, 'longer than 256 KiB'],
  ])('refuses %j', async (text, sentence) => {
    const box = await started();
    expect(await box.agent(ID, 'handoff', text)).toRefuse(sentence);
    expect(existsSync(notebookPath(box))).toBe(false);
  });
});
