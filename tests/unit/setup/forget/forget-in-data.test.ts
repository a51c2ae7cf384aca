import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { asBytes, asText } from '#src/lib/latin1.ts';
import { forgetInFacts, forgetInJson, forgetInLines, forgetInYaml } from '#src/setup/forget/forget-in-data.ts';
import { FORGOTTEN, TextMatcher } from '#src/setup/forget/text-matcher.ts';
import { type Facts, parseFacts, serializeFacts } from '#src/transcript/facts.ts';
import { aFound, someFacts } from '#tests/support/some-facts.ts';

const GONE = 'gone-session#e-111111';
const OLD = 'kept-session#e-222222';
const NEW = 'kept-session#e-333333';
const renamed = (name: string) => (/^gone-session(?:#|$)/.test(name) ? null : name === OLD ? NEW : name);
const same = (name: string) => name;
const matching = (...texts: string[]) => ({ text: new TextMatcher(texts), sessions: new Set(['gone-session']) });
const match = matching('say "Zoë"');

describe('forgetInLines', () => {
  const forgotten = (bytes: string, ...texts: string[]) => forgetInLines(bytes, matching(...texts), renamed, false);

  it('removes names from lists and the text from values and chosen names, and keeps other lines byte for byte', () => {
    const own = { id: 'l-2', at: '2026-08-04T08:23:05Z' };
    const lines = [
      `{ "id":"l-1",  "events": [] }`,
      JSON.stringify({ ...own, events: [GONE, 'gone-session#n-555555', OLD, 'x#e-444444'] }),
      JSON.stringify({ text: 'We\nsay "ZOE\u0308"!', 'say "zoë"': 1 }),
      'half a line say "Zoë',
    ];
    expect(asText(forgetInLines(asBytes(`${lines.join('\r\n')}\r\n`), match, renamed, false))).toBe(
      [
        lines[0],
        JSON.stringify({ ...own, events: [NEW, 'x#e-444444'] }),
        JSON.stringify({ text: `We\n${FORGOTTEN}!`, [FORGOTTEN]: 1 }),
        lines[3],
        '',
      ].join('\r\n'),
    );
  });

  it('removes the text from a line that is not JSON, and drops lines of deleted sessions, but not from a history', () => {
    const bytes = asBytes('{"session_id":"gone-session"}\n{"x": "say \\"Zoë\\"\n');
    expect(forgetInLines(bytes, match, renamed, false)).toBe(`{"x": "${FORGOTTEN}\n`);
    expect(forgetInLines(bytes, match, same, true)).toBe(`{"session_id":"gone-session"}\n{"x": "${FORGOTTEN}\n`);
  });

  it('leaves field names, fixed values, ids and times alone, but not other values', () => {
    const own = { id: 'p-121212', state: 'open', session_id: 's-1', action: 'NEW', code: 'EIO' };
    const line = JSON.stringify({ ...own, at: '2026-08-04T08:23:05Z', reason: 'r', events: ['acme-1#e-444444'] });
    for (const word of ['session_id', 'reason', 'open', 'code', 'p-1212', 's-1', '2026-08-04T08:23', 'acme'])
      expect(forgotten(line, word)).toBe(line);
    const said = JSON.stringify({ state: 'open', reason: 'Opened the reason', 'a b open': 'open' });
    expect(JSON.parse(forgotten(said, 'open'))).toEqual({
      state: 'open',
      reason: `${FORGOTTEN}ed the reason`,
      [`a b ${FORGOTTEN}`]: FORGOTTEN,
    });
  });

  it('drops a line about a file whose name contains the text', () => {
    const lines = ['feedback_zebra.md', 'feedback_horse.md'].map((file) => `${JSON.stringify({ id: 'l-1', file })}\n`);
    expect(forgotten(lines.join(''), 'zebra')).toBe(lines[1]);
  });
});

it('forgetInJson updates the events that a file cites, and keeps its form', () => {
  const value = { line: { id: 'l-1', events: [GONE, OLD] } };
  expect(forgetInJson(`${JSON.stringify(value, null, 2)}\n`, match.text, renamed)).toBe(
    `${JSON.stringify({ line: { id: 'l-1', events: [NEW] } }, null, 2)}\n`,
  );
});

describe('forgetInYaml', () => {
  const forgotten = (text: string, ...texts: string[]) =>
    asText(forgetInYaml(asBytes(text), new TextMatcher(texts), renamed));

  it('leaves field names and fixed values alone, and removes the text from values and comments', () => {
    const decisions = 'salt: 00112233445566778899\ndecisions:\n  0123456789abcdef0123: keep\n';
    expect(forgotten(decisions, 'decision', 'keep', 'salt')).toBe(decisions);
    expect(forgotten(`${decisions}# my keep\n`, 'keep')).toBe(`${decisions}# my ${FORGOTTEN}\n`);
    expect(forgotten('# on title\ntitle: "Untitled"\n', 'title')).toBe(`title: Un${FORGOTTEN}d\n`);
  });

  it('treats a file that is not valid YAML as text', () => {
    expect(forgotten('a: [x\nb: "acme\n', 'acme')).toBe(`a: [x\nb: "${FORGOTTEN}\n`);
  });

  it('renames events in lists and keys, and removes those that are gone', () => {
    const clusters = `rename:\n  ${GONE}: floats\n  ${OLD}: clocks\nmerge:\n  - [${GONE}, ${OLD}]\n`;
    expect(parse(forgotten(clusters))).toEqual({ rename: { [NEW]: 'clocks' }, merge: [[NEW]] });
  });
});

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

describe('forgetInFacts', () => {
  interface Asked {
    text?: string;
    session?: string;
    names?: (name: string) => string | null;
  }
  const forgotten = ({ text = '', session = '', names = same }: Asked): Facts | null => {
    const asked = { text: new TextMatcher([text]), sessions: new Set([session]) };
    const bytes = forgetInFacts(asBytes(serializeFacts(FACTS)), asked, names);
    return bytes === null ? null : parseFacts(asText(bytes)).facts;
  };

  it('removes a text from every field that contains somebody’s words', () => {
    const facts = forgotten({ text: 'zoë' });
    expect(facts?.prompts[0]?.text).toBe('tell (forgotten)\nthe price');
    expect(facts?.head.titles).toEqual({ prompt: 'Tell (forgotten)', commit: 'Tell (forgotten) the price' });
    expect(JSON.stringify(facts)).not.toMatch(/zoë/i);
  });

  it('keeps ids, times and names of files, and every byte where nothing matches', () => {
    for (const text of ['abc1234', 'r-3', '2026-03-24', 'e-111111', 'one']) expect(forgotten({ text })).toEqual(FACTS);
    const indented = JSON.stringify(JSON.parse(serializeFacts(FACTS)), null, 2);
    expect(forgetInFacts(indented, matching('hunter2'), same)).toBe(indented);
    expect(forgetInFacts('{"head": half Zoe', matching('Zoe'), same)).toBe('{"head": half (forgotten)');
  });

  it('follows new names of events, and goes with its session', () => {
    const names = (name: string) => (name === 'one#e-111111' ? 'one#e-222222' : name);
    expect(forgotten({ names })?.evidence[0]?.event).toBe('e-222222');
    expect(forgotten({ names: (name) => (name.includes('#') ? null : name) })?.evidence).toEqual([]);
    expect(forgotten({ session: 'one' })).toBeNull();
  });
});
