import { describe, expect, it } from 'vitest';
import { asBytes, asText } from '#src/lib/latin1.ts';
import {
  type DeletedEvents,
  forgetInDraft,
  forgetInFacts,
  forgetInJson,
  forgetInLines,
  forgetInYaml,
} from '#src/setup/forget/forget-in-data.ts';
import { FORGOTTEN, TextMatcher } from '#src/setup/forget/text-matcher.ts';
import { type Facts, parseFacts, serializeFacts } from '#src/transcript/facts.ts';
import { aFound, someFacts } from '#tests/support/some-facts.ts';

const GONE = 'gone-session#e-111111';
const OLD = 'kept-session#e-222222';
const NEW = 'kept-session#e-333333';
const renamed = (name: string) => (/^gone-session(?:#|$)/.test(name) ? null : name === OLD ? NEW : name);
const same = (name: string) => name;
const matching = (...texts: string[]) => ({
  text: new TextMatcher(texts),
  sessions: new Set(['gone-session']),
  events: new Set<string>(),
});
const match = matching('say "Zoë"');

describe('forgetInLines', () => {
  const forgotten = (bytes: string, ...texts: string[]) => forgetInLines(bytes, matching(...texts), renamed, false);

  it('removes names from lists and the text from values and chosen names, and keeps other lines byte for byte', () => {
    const lines = [
      `{ "id":"l-1",  "events": [] }`,
      JSON.stringify({
        id: 'l-2',
        at: '2026-08-04T08:23:05Z',
        events: [GONE, 'gone-session#n-555555', OLD, 'x#e-444444'],
      }),
      JSON.stringify({ text: 'We\nsay "ZOE\u0308"!', 'say "zoë"': 1 }),
      'half a line say "Zoë',
    ];
    expect(asText(forgetInLines(asBytes(`${lines.join('\r\n')}\r\n`), match, renamed, false))).toBe(
      [
        lines[0],
        JSON.stringify({ id: 'l-2', at: '2026-08-04T08:23:05Z', events: [NEW, 'x#e-444444'] }),
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
    const own = {
      id: 'p-121212',
      state: 'open',
      session_id: 's-1',
      action: 'NEW',
      code: 'EIO',
      at: '2026-08-04T08:23:05Z',
    };
    const line = JSON.stringify({ ...own, reason: 'r', events: ['acme-1#e-444444'] });
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
  expect(forgetInJson(`${JSON.stringify(value, null, 2)}\n`, match, renamed)).toBe(
    `${JSON.stringify({ line: { id: 'l-1', events: [NEW] } }, null, 2)}\n`,
  );
});

describe('forgetInYaml', () => {
  const forgotten = (text: string, ...texts: string[]) =>
    asText(forgetInYaml(asBytes(text), { text: new TextMatcher(texts) }, renamed));

  it('leaves field names, fixed values and our comment alone, and removes the text from values and comments', () => {
    const decisions =
      '# Decisions about findings in this draft: replace, keep or leave-out, each by the hash of the finding.\nsalt: 00112233445566778899\ndecisions:\n  0123456789abcdef0123: keep\n';
    expect(forgotten(decisions, 'decision', 'keep', 'salt', 'findings')).toBe(decisions);
    expect(forgotten(`${decisions}# my keep\n`, 'keep')).toBe(`${decisions}# my ${FORGOTTEN}\n`);
    expect(forgotten('# on title\ntitle: "Untitled"\n', 'title')).toBe(`# on ${FORGOTTEN}\ntitle: "Un${FORGOTTEN}d"\n`);
  });

  it('does so in a file that is not valid YAML', () => {
    expect(forgotten('decisions:\n  a: keep\n  b: "decisions\n', 'decisions')).toMatch(/^decisions:\n {2}a: keep\n/);
  });

  it('renames events in lists and keys, and removes those that are gone', () => {
    const clusters = `# Mine\nrename:\n  ${GONE}: floats\n  ${OLD}: clocks\nmerge:\n  - [${GONE}, ${OLD}]\n`;
    const after = forgotten(clusters);
    expect(after).toContain('# Mine\n');
    expect(after.replace(/\s+/g, ' ')).toContain(`rename: ${NEW}: clocks merge: - [ ${NEW} ]`);
    const draft = `beats:\n  - role: opening\n    event: ${GONE}\n  - role: trouble # why\n    event: ${OLD}\n`;
    expect(forgotten(draft)).toBe(`beats:\n  - role: trouble # why\n    event: ${NEW}\n`);
  });
});

describe('forgetInDraft', () => {
  it('removes a quoted event that is gone, renames another, and removes the text, but no key', () => {
    const quote = (name: string) => `> **Error.** It failed\n> <!-- event: ${name} -->\n\n`;
    const text = `---\ntitle: title of\nsessions:\n  - gone-session\n  - kept-session\n---\n\nOne.\n\n${quote(GONE)}${quote(OLD)}<Event id='${GONE}' />\n\nA title.\n`;
    expect(asText(forgetInDraft(asBytes(text), matching('title'), renamed, new Map()))).toBe(
      `---\ntitle: ${FORGOTTEN} of\nsessions:\n  - kept-session\n---\n\nOne.\n\n${quote(NEW)}A ${FORGOTTEN}.\n`,
    );
  });

  it('updates the anchor of a mistake', () => {
    const anchors = new Map([['c-11111111', 'c-33333333']]);
    expect(forgetInDraft('![A](lifeline-c-11111111.svg) c-22222222\n', match, renamed, anchors)).toBe(
      '![A](lifeline-c-33333333.svg) c-22222222\n',
    );
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
    deleted?: DeletedEvents[];
    names?: (name: string) => string | null;
  }
  const forgotten = ({ text = '', session = '', deleted = [], names = same }: Asked): Facts | null => {
    const asked = { text: new TextMatcher([text]), sessions: new Set([session]) };
    const bytes = forgetInFacts(asBytes(serializeFacts(FACTS)), asked, deleted, names);
    return bytes === null ? null : parseFacts(asText(bytes)).facts;
  };
  const told = (record: string, ...texts: string[]): DeletedEvents[] => [
    { session: 'one', records: new Set([record]), texts: new TextMatcher(texts) },
  ];

  it('removes a text from every field that contains somebody’s words', () => {
    const facts = forgotten({ text: 'zoë' });
    expect(facts?.prompts[0]?.text).toBe('tell (forgotten)\nthe price');
    expect(facts?.head.titles).toEqual({ prompt: 'Tell (forgotten)', commit: 'Tell (forgotten) the price' });
    expect(JSON.stringify(facts)).not.toMatch(/zoë/i);
  });

  it('keeps ids, times and names of files, and every byte where nothing matches', () => {
    for (const text of ['abc1234', 'r-3', '2026-03-24', 'e-111111', 'one']) expect(forgotten({ text })).toEqual(FACTS);
    const indented = JSON.stringify(JSON.parse(serializeFacts(FACTS)), null, 2);
    expect(forgetInFacts(indented, matching('hunter2'), [], same)).toBe(indented);
    expect(forgetInFacts('{"head": half Zoe', matching('Zoe'), [], same)).toBe('{"head": half (forgotten)');
  });

  it('removes the prompt, commit and diff that a deleted event comes from, and its first line anywhere', () => {
    const prompt = forgotten({ deleted: told('r-1') });
    expect([prompt?.prompts[0]?.text, prompt?.head.titles]).toEqual(['', { commit: 'Tell Zoë the price' }]);
    const commit = forgotten({ deleted: told('r-3') });
    expect([commit?.commits[0]?.subject, commit?.diffs, commit?.evidence]).toEqual(['(forgotten)', [], []]);
    expect([commit?.head.titles, commit?.found]).toEqual([{ prompt: 'Tell Zoë' }, []]);
    const deleted = told('r-9', 'tell zoë the price');
    expect(forgotten({ deleted })?.prompts[0]?.text).toBe('(forgotten)');
    expect(forgotten({ deleted: deleted.map((each) => ({ ...each, session: 'other' })) })).toEqual(FACTS);
  });

  it('follows new names of events, and goes with its session', () => {
    const names = (name: string) => (name === 'one#e-111111' ? 'one#e-222222' : name);
    expect(forgotten({ names })?.evidence[0]?.event).toBe('e-222222');
    expect(forgotten({ names: (name) => (name.includes('#') ? null : name) })?.evidence).toEqual([]);
    expect(forgotten({ session: 'one' })).toBeNull();
  });
});
