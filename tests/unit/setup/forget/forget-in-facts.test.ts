import { describe, expect, it } from 'vitest';
import { type Facts, parseFacts, serializeFacts } from '#src/transcript/facts.ts';
import { bytesOf, textOf } from '#src/setup/forget/bytes.ts';
import { forgetInFacts } from '#src/setup/forget/forget-in-facts.ts';
import { TextMatcher } from '#src/setup/forget/text-matcher.ts';
import { aFound, someFacts } from '#tests/support/some-facts.ts';

const AT = '2026-03-24T14:00:00Z';
const did = { reads: 0, edits: 0, commands: 0, tests: 0, failedTests: 0 };
const FACTS = someFacts({
  head: { session_id: 'one', titles: { prompt: 'Tell Zoë', commit: 'Tell Zoë the price' } },
  prompts: [
    { at: AT, text: 'tell Zoë\nthe price', record: 'r-1', did },
    { at: AT, text: 'go on', record: 'r-2', did },
  ],
  commits: [
    { hash: 'abc1234', subject: 'Tell Zoë the price', body: '', at: AT, branch: 'main', prompt: 0, record: 'r-3' },
  ],
  diffs: [{ record: 'r-3', path: 'a.ts', lines: '+x' }],
  evidence: [{ event: 'e-111111', source: 'commit abc1234', record: 'r-3' }],
  found: [aFound({ record: 'r-3', text: 'Tell Zoë the price' })],
});

const NOTHING = { text: new TextMatcher([]), sessions: new Set<string>(), deleted: [] };
const same = (name: string) => name;

function forgotten(...[match, renamed = same]: [object, ((name: string) => string | null)?]): Facts | null {
  const bytes = forgetInFacts(bytesOf(serializeFacts(FACTS)), { ...NOTHING, ...match }, renamed);
  return bytes === null ? null : parseFacts(textOf(bytes)).facts;
}

describe('forgetInFacts', () => {
  it('removes a text from every field that contains somebody’s words', () => {
    const facts = forgotten({ text: new TextMatcher(['zoë']) });
    expect(facts?.prompts[0]?.text).toBe('tell (forgotten)\nthe price');
    expect(facts?.commits[0]?.subject).toBe('Tell (forgotten) the price');
    expect(facts?.head.titles).toEqual({ prompt: 'Tell (forgotten)', commit: 'Tell (forgotten) the price' });
    expect(JSON.stringify(facts)).not.toMatch(/zoë/i);
  });

  it('keeps ids, times and names of files', () => {
    for (const text of ['abc1234', 'r-3', '2026-03-24', 'e-111111', 'one'])
      expect(forgotten({ text: new TextMatcher([text]) })).toEqual(FACTS);
  });

  it('keeps every byte where nothing matches, also of an indented file', () => {
    const indented = JSON.stringify(JSON.parse(serializeFacts(FACTS)), null, 2);
    expect(forgetInFacts(indented, { ...NOTHING, text: new TextMatcher(['hunter2']) }, same)).toBe(indented);
  });

  it('removes the prompt, commit and diff that a deleted event comes from', () => {
    const deleted = (record: string) => [{ session: 'one', records: new Set([record]), texts: new TextMatcher([]) }];
    const prompt = forgotten({ deleted: deleted('r-1') });
    expect([prompt?.prompts[0]?.text, prompt?.head.titles]).toEqual(['', { commit: 'Tell Zoë the price' }]);
    const commit = forgotten({ deleted: deleted('r-3') });
    expect([commit?.commits[0]?.subject, commit?.diffs, commit?.evidence]).toEqual(['(forgotten)', [], []]);
    expect(commit?.head.titles).toEqual({ prompt: 'Tell Zoë' });
    expect(commit?.found).toEqual([]);
  });

  it('removes the first line of a deleted event wherever it occurs', () => {
    const deleted = [{ session: 'one', records: new Set<string>(), texts: new TextMatcher(['tell zoë the price']) }];
    expect(forgotten({ deleted })?.prompts[0]?.text).toBe('(forgotten)');
    expect(forgotten({ deleted: [{ ...deleted[0], session: 'other' }] })).toEqual(FACTS);
  });

  it('follows new names of the session and its events', () => {
    const names = new Map<string, string | null>([
      ['one', 'forgotten-1'],
      ['one#e-111111', 'forgotten-1#e-222222'],
    ]);
    const facts = forgotten({}, (name) => names.get(name) ?? name);
    expect([facts?.head.session_id, facts?.evidence[0]?.event]).toEqual(['forgotten-1', 'e-222222']);
    expect(forgotten({}, (name) => (name.includes('#') ? null : name))?.evidence).toEqual([]);
  });

  it('deletes the facts of a forgotten session', () => {
    expect(forgotten({ sessions: new Set(['one']) })).toBeNull();
  });

  it('treats a file that cannot be read as text', () => {
    expect(forgetInFacts('{"head": half Zoe', { ...NOTHING, text: new TextMatcher(['Zoe']) }, same)).toBe(
      '{"head": half (forgotten)',
    );
  });
});
