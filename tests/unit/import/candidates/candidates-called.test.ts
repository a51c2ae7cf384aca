import { describe, expect, it } from 'vitest';
import { listedCandidates } from '#src/archive/listed-candidates.ts';
import { findCandidates } from '#src/cli/import/candidates/find-candidates.ts';
import { aSession } from '#tests/unit/archive/a-session.ts';

const [FIRST, SECOND, THIRD] = [
  '9e6b1c1e-0000-4000-8000-000000000001',
  '9e6b1c1f-0000-4000-8000-000000000002',
  'r-11aa22bb33cc44dd',
];
const event = (text: string, line: string) => `- 15:00 [ERROR] ${text}\n  ${line}\n`;
const candidate = (text: string, record: string) => event(text, `candidate: ${record}`);
const session = (...events: string[]) =>
  aSession({ keys: ['source: backfill'], body: `## Events\n\n${events.join('')}` });
const TWINS = [candidate('a slip', FIRST), candidate('a slip', SECOND)] as const;
const refs = (...events: string[]) => listedCandidates([session(...events)]).map(({ ref }) => ref.replace(/^.*#/, ''));
const meant = (word: string, ...events: string[]) => {
  const one = session(...events);
  return findCandidates([one], [`${one.name}#${word}`], {}, 'drop').map(({ record }) => record);
};

describe('an unconfirmed event', () => {
  it("is named by its event's id, or by its record if others have the same text", () => {
    const [id = ''] = refs(TWINS[0]);
    expect(id).toMatch(/^e-[0-9a-f]{6}$/);
    expect(refs(...TWINS)).toEqual(['9e6b1c1e', '9e6b1c1f']);
    expect(refs(TWINS[0], candidate('other', THIRD))[0]).toBe(id);
  });

  it('is found by either, if that is unique', () => {
    const [id = ''] = refs(TWINS[0]);
    expect(meant(id, TWINS[0])).toEqual([FIRST]);
    expect(meant(FIRST, ...TWINS)).toEqual([FIRST]);
    expect(meant('9e6b1c1f', ...TWINS)).toEqual([SECOND]);
    expect(meant('r-11aa22bb', candidate('x', THIRD))).toEqual([THIRD]);
    for (const word of [id, `${id}-2`])
      expect(() => meant(word, ...TWINS)).toThrow(/matches 2 unconfirmed events: \S+#9e6b1c1e, \S+#9e6b1c1f\./);
  });

  it('is not found by a name that another one had before', () => {
    expect(() => meant('9e6b1c1e', TWINS[1])).toThrow(/No event 9e6b1c1e/);
    expect(() => meant('9e6b1c1e', event('a slip', `evidence: ${FIRST}`), TWINS[1])).toThrow(/is not unconfirmed/);
    expect(() => meant('9e6b', TWINS[0])).toThrow(/No event 9e6b/);
  });
});
