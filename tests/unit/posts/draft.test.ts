import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type DraftSettings,
  draftFile,
  historyFile,
  NO_HISTORY,
  NO_SETTINGS,
  parseDraft,
  parseHistory,
  sessionsDigest,
} from '#src/posts/draft.ts';
import { aSession } from '#tests/unit/archive/a-session.ts';

const SETTINGS: DraftSettings = {
  title: 'The third: time',
  description: 'A cent was gone.',
  date: '2026-11-21',
  tags: ['claude-code', '2026'],
  sessions: ['3f6c0a1e'],
  series: 'Cents',
  part: 2,
  published: 'https://example.org/cents/',
};

const faultsOf = (text: string) => parseDraft(text).problems.map(({ code, line }) => [code, line]);

describe('parseDraft', () => {
  it.each([
    SETTINGS,
    { ...NO_SETTINGS, title: '# include guards' },
    { ...NO_SETTINGS, title: '- a list', tags: ['yes'] },
    { ...NO_SETTINGS, title: '1984', series: 'null' },
  ])('reads what draftFile wrote', (settings) => {
    const { value, problems } = parseDraft(draftFile(settings, 'It came back.\n'));
    expect([value.settings, value.body.trim(), problems]).toEqual([settings, 'It came back.', []]);
  });

  it('keeps any text as it is', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (title) => {
        const { settings } = parseDraft(draftFile({ title: title.trim() }, 'x\n')).value;
        expect(settings.title.replace(/\s+/g, ' ').trim()).toBe(title.replace(/\s+/g, ' ').trim());
      }),
    );
  });

  it('knows the first line of the text and the places of its sessions', () => {
    const text = '---\ntitle: x\nsessions:\n  - 3f6c0a1e\n---\n\nOne.\n';
    const { bodyLine, places } = parseDraft(text).value;
    expect(text.split('\n')[bodyLine]).toBe('One.');
    expect([...places]).toEqual([['3f6c0a1e', { line: 4, column: 5 }]]);
  });

  it('takes a text without front matter, with a mark at its beginning or with CRLF', () => {
    expect(parseDraft('One.\n').value).toMatchObject({ settings: NO_SETTINGS, body: 'One.\n', bodyLine: 1 });
    const { value, problems } = parseDraft('\ufeff---\r\ntitle: x\r\n---\r\nOne.\r\n');
    expect([value.settings.title, value.body, problems]).toEqual(['x', 'One.\n', []]);
  });

  it('reports the place of each invalid setting, and uses the rest', () => {
    const text = `---
title: 1984
titel: x
tags: a
sessions: [../x]
date: yesterday
part: 0
published: 'javascript:alert(1)'
---
`;
    expect(parseDraft(text).value.settings).toEqual({ ...NO_SETTINGS, title: '1984' });
    expect(
      faultsOf(text)
        .map(([, line]) => line)
        .sort(),
    ).toEqual([3, 4, 5, 6, 7, 8]);
    expect(new Set(faultsOf(text).map(([code]) => code))).toEqual(new Set(['CHRONICLE_DRAFT_SETTING']));
  });

  it.each([
    ['---\ntitle: [a\n---\nOne.\n', 2],
    ['---js\n{ title: require("fs") }\n---\nOne.\n', 1],
    ['---json\n{"title": "x"}\n---\nOne.\n', 1],
    ['---\ntitle: x\ntitle: y\n---\n', 3],
  ])('does not use the front matter of %j', (text, line) => {
    expect(faultsOf(text)).toEqual([['CHRONICLE_DRAFT_YAML', expect.any(Number)]]);
    expect(faultsOf(text)[0]?.[1]).toBeLessThanOrEqual(line + 1);
    expect(parseDraft(text).value.settings).toEqual(NO_SETTINGS);
  });
});

describe('parseHistory', () => {
  it('reads what historyFile wrote, and nothing else', () => {
    const record = { target: 'astro' as const, at: '2026-11-21T12:00:00Z', file: '/b/x.md', draft: 'd', sessions: 's' };
    const history = {
      ...NO_HISTORY,
      exports: [{ ...record, events: ['a#e-000000'], files: [{ path: 'x.md', hash: 'h' }] }],
    };
    expect(parseHistory(historyFile(history))).toEqual({ value: history, problems: [] });
    for (const text of ['', '{}', '[]', historyFile(history).replace('astro', 'astra')])
      expect(parseHistory(text)).toMatchObject({ value: null, problems: [{ code: 'CHRONICLE_DRAFT_FILE' }] });
  });
});

describe('sessionsDigest', () => {
  const body = '## Events\n\n- [ERROR] a\n\n## Summary\n\nOne.\n\n### Two\n\nThree.\n';
  const one = aSession({ body });
  const two = aSession({ id: 'two', body });

  it.each([
    ['an event', body.replace('] a', '] b')],
    ['the lead', body.replace('One', 'Won')],
    ['the title', body.replace('Two', 'Too')],
    ['the story', body.replace('Three', 'Tree')],
  ])('changes with %s', (_, changed) => {
    expect(sessionsDigest([aSession({ body: changed })])).not.toBe(sessionsDigest([one]));
  });

  it('does not depend on the order of sessions', () => {
    expect(sessionsDigest([one, two])).toBe(sessionsDigest([two, one]));
  });
});
