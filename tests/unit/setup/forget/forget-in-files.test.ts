import { describe, expect, it } from 'vitest';
import { bytesOf, textOf } from '#src/setup/forget/bytes.ts';
import { forgetInDraft } from '#src/setup/forget/forget-in-draft.ts';
import { forgetInJson, forgetInJsonLines, isInLookup } from '#src/setup/forget/forget-in-json.ts';
import { renamingOf } from '#src/setup/forget/match.ts';
import { FORGOTTEN, TextMatcher } from '#src/setup/forget/text-matcher.ts';
import { yamlNames } from '#src/setup/forget/yaml-names.ts';
import { forgetInYaml } from '#src/setup/forget/forget-in-yaml.ts';
import { editYaml } from '#src/lib/edit-yaml.ts';
import { readYaml } from '#src/lib/read-yaml.ts';
import { decisionsYaml } from '#src/posts/drafts/decisions-file.ts';
import { NO_SETTINGS } from '#src/posts/drafts/parse-settings.ts';
import { settingsYaml } from '#src/posts/drafts/settings-yaml.ts';

const GONE = 'gone-session#e-111111';
const OLD = 'kept-session#e-222222';
const NEW = 'kept-session#e-333333';
const renamed = renamingOf(
  { text: new TextMatcher([]), sessions: new Set(['gone-session']), events: new Set() },
  new Map([[OLD, NEW]]),
);
const match = { text: new TextMatcher(['say "Zoë"']) };

describe('forgetInJsonLines', () => {
  it('removes names from lists and the text from values and keys, and keeps other lines byte for byte', () => {
    const lines = [
      `{ "id":"l-1",  "events": [] }`,
      JSON.stringify({
        id: 'l-2',
        at: '2026-08-04T08:23:05Z',
        events: [GONE, 'gone-session#n-555555', OLD, 'other#e-444444', 'other#n-555555'],
      }),
      JSON.stringify({ text: 'We\nsay "ZOE\u0308"!', 'say "zoë"': 1 }),
      'half a line say "Zoë',
    ];
    expect(textOf(forgetInJsonLines(bytesOf(`${lines.join('\r\n')}\r\n`), match, renamed))).toBe(
      [
        lines[0],
        JSON.stringify({ id: 'l-2', at: '2026-08-04T08:23:05Z', events: [NEW, 'other#e-444444', 'other#n-555555'] }),
        JSON.stringify({ text: `We\n${FORGOTTEN}!`, [FORGOTTEN]: 1 }),
        lines[3],
        '',
      ].join('\r\n'),
    );
  });

  it('removes the text from a line that is not JSON, and drops lines of deleted sessions', () => {
    const bytes = bytesOf('{"session_id":"gone-session"}\n{"x": "say \\"Zoë\\"\n');
    const isGone = (value: Record<string, unknown>) => value.session_id === 'gone-session';
    expect(forgetInJsonLines(bytes, match, renamed, isGone)).toBe(`{"x": "${FORGOTTEN}\n`);
  });

  it('leaves field names and fixed values alone, but not other values', () => {
    const line = JSON.stringify({
      id: 'p-121212',
      state: 'open',
      session_id: 's',
      action: 'NEW',
      code: 'EIO',
      reason: 'r',
    });
    for (const word of ['session_id', 'reason', 'open', 'code', 'p-1212'])
      expect(forgetInJsonLines(line, { text: new TextMatcher([word]) }, renamed)).toBe(line);
    const said = JSON.stringify({ state: 'open', reason: 'Opened the reason', open: 'open' });
    expect(JSON.parse(forgetInJsonLines(said, { text: new TextMatcher(['open']) }, renamed))).toEqual({
      state: 'open',
      reason: `${FORGOTTEN}ed the reason`,
      [FORGOTTEN]: FORGOTTEN,
    });
  });

  it('drops a line about a file whose name contains the text', () => {
    const lines = ['feedback_zebra.md', 'feedback_horse.md'].map((file) => `${JSON.stringify({ id: 'l-1', file })}\n`);
    expect(forgetInJsonLines(lines.join(''), { text: new TextMatcher(['zebra']) }, renamed)).toBe(lines[1]);
  });

  it('leaves times alone', () => {
    const line = '{"at":"2026-08-04T08:23:05Z"}';
    expect(forgetInJsonLines(line, { text: new TextMatcher(['2026-08-04T08:23']) }, renamed)).toBe(line);
  });
});

describe('forgetInYaml', () => {
  const forgotten = (text: string, ...texts: string[]) =>
    textOf(forgetInYaml(bytesOf(text), { text: new TextMatcher(texts) }, renamed, (slug) => slug));

  it('leaves field names and fixed values alone, and removes the text from values, comments and names', () => {
    const decisions = 'salt: 00112233445566778899\ndecisions:\n  0123456789abcdef0123: keep\n';
    expect(forgotten(decisions, 'decision', 'keep', 'salt')).toBe(decisions);
    const draft = `# on title\ntitle: "Untitled"\nbeats:\n  - {role: trouble, event: x-session#e-444444}\ntitles: 1\n`;
    expect(forgotten(draft, 'title', 'trouble')).toBe(
      `# on ${FORGOTTEN}\ntitle: "Un${FORGOTTEN}d"\nbeats:\n  - {role: trouble, event: x-session#e-444444}\n${FORGOTTEN}s: 1\n`,
    );
  });

  it('leaves our comment at the top of a file alone', () => {
    const own = `${settingsYaml(NO_SETTINGS)}title: A\n`;
    expect(forgotten(own, 'text', 'yours')).toBe(own);
    const decisions = decisionsYaml({ salt: '00112233445566778899', byHash: {} });
    expect(forgotten(decisions, 'findings', 'removed')).toBe(decisions);
    expect(forgotten(`${own}# my text\n`, 'text')).toBe(`${own}# my ${FORGOTTEN}\n`);
  });

  it('does so in a file that is not valid YAML', () => {
    expect(forgotten('decisions:\n  a: keep\n  b: "decisions\n', 'decisions')).toMatch(/^decisions:\n {2}a: keep\n/);
  });
});

describe('forgetInJson', () => {
  it('updates the events that a file cites', () => {
    const value = { line: { id: 'l-1', events: [GONE, OLD] } };
    expect(forgetInJson(`${JSON.stringify(value, null, 2)}\n`, match, renamed)).toBe(
      `${JSON.stringify({ line: { id: 'l-1', events: [NEW] } }, null, 2)}\n`,
    );
  });
});

describe('forgetInDraft', () => {
  it('removes a deleted event, renames another, and removes the text from the rest', () => {
    const text = `One.\n\n<Event id="${GONE}" />\n\n<Event id='${OLD}' />\n\nWe say \\"Zoë\\".\n`;
    expect(textOf(forgetInDraft(bytesOf(text), match, renamed))).toBe(
      `One.\n\n<Event id='${NEW}' />\n\nWe ${FORGOTTEN}.\n`,
    );
  });
});

describe('forgetInDraft and mistakes', () => {
  it('updates the anchor of a mistake', () => {
    const text = '<Lifeline group="c-11111111" />\n<Lifeline group=\'c-22222222\' />\nc-11111111\n';
    const groups = new Map([['c-11111111', 'c-33333333']]);
    expect(forgetInDraft(text, match, renamed, groups)).toBe(
      '<Lifeline group="c-33333333" />\n<Lifeline group=\'c-22222222\' />\nc-11111111\n',
    );
  });
});

describe('isInLookup', () => {
  it('finds values, names of memories and words, but not field names', () => {
    const miss = { event: 's#e-111111', words: { float: 1 } };
    const value = { version: 1, scanned: null, files: { 'zebra.md': { hash: 'ab' } }, mistakes: [{ misses: [miss] }] };
    const isIn = (text: string) => isInLookup(JSON.stringify(value), new TextMatcher([text]));
    expect(['files', 'version', 'null', 'words', 'hash', 'mistakes'].filter(isIn)).toEqual([]);
    expect(['zebra', 'float', 's#e-111111'].filter((text) => !isIn(text))).toEqual([]);
    expect(isInLookup('{"files', new TextMatcher(['files']))).toBe(true);
  });
});

describe('yamlNames', () => {
  const edited = (text: string) => editYaml(text, yamlNames(readYaml(text).value, renamed));

  it('removes references to deleted events from a draft and a series', () => {
    const draft = `# Mine\ntitle: A\nbeats:\n  - role: opening\n    event: ${GONE}\n  - role: trouble # why\n    event: ${OLD}\nsources:\n  - session: gone-session\n    digest: ab\n  - session: kept-session\n    digest: cd\n`;
    expect(edited(draft)).toBe(
      `# Mine\ntitle: A\nbeats:\n  - role: trouble # why\n    event: ${NEW}\nsources:\n  - session: kept-session\n    digest: cd\n`,
    );
    const series = `title: B\nparts:\n  - title: C\n    events:\n      - ${GONE}\n      - x-session#e-444444\n      - ${GONE}\n      - ${OLD}\n`;
    expect(edited(series)).toBe(
      `title: B\nparts:\n  - title: C\n    events:\n      - x-session#e-444444\n      - ${NEW}\n`,
    );
  });

  it('also removes references that are keys', () => {
    const clusters = `rename:\n  ${GONE}: floats\n  ${OLD}: clocks\nmerge:\n  - [${GONE}, ${OLD}]\n`;
    expect(readYaml(edited(clusters)).value).toEqual({ rename: { [NEW]: 'clocks' }, merge: [[NEW]] });
  });
});
