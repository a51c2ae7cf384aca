import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseChronicle } from '#src/format/parse.ts';
import { asBytes, asText } from '#src/lib/latin1.ts';
import { forgetInChronicle } from '#src/setup/forget/forget-in-chronicle.ts';
import { FORGOTTEN, TextMatcher } from '#src/setup/forget/text-matcher.ts';

const SESSION = '1b267dd9-1319-4d99-ac43-8c635d5a6ba8';
const HEAD = `---
session_id: ${SESSION}
date: 2026-03-24
branch: main
task:
started: 2026-03-24T14:00:00Z
cwd: /home/me/acme
nudged: a.md acme_b.md
client: "Acme, \\"Ltd\\"" # of Acme
---

## Events

`;
const file = (events: string, summary = 'A day.') => `${HEAD}${events}\n## Summary\n\n${summary}\n`;

function forget(text: string, { match = '', events = [] as string[] }) {
  const { bytes, names } = forgetInChronicle(asBytes(text), {
    text: new TextMatcher([match]),
    sessions: new Set(),
    events: new Set(events.map((event) => `${SESSION}#${event}`)),
  });
  return { text: asText(bytes), names: [...names] };
}
const idsOf = (text: string) => (parseChronicle(text).chronicle?.events ?? []).map(({ id }) => id);

describe('forgetInChronicle', () => {
  it('deletes an event with its details, and keeps every other byte', () => {
    const text = file('- 14:00 [ERROR] one\n  why\n\n  and how\n- 14:01 [ERROR] two\n').replaceAll('\n', '\r\n');
    const [one = ''] = idsOf(text);
    const after = forget(text, { events: [one] });
    expect(after.text).toBe(file('- 14:01 [ERROR] two\n').replaceAll('\n', '\r\n'));
    expect(after.names).toEqual([[`${SESSION}#${one}`, null]]);
  });

  it('renames a repeat when the first event of its kind is deleted', () => {
    const text = file('- [ERROR] same\n- [ERROR] same\n  why\n');
    const [first = '', second = ''] = idsOf(text);
    expect(forget(text, { events: [first] }).names).toEqual([
      [`${SESSION}#${first}`, null],
      [`${SESSION}#${second}`, `${SESSION}#${first}`],
    ]);
  });

  it('updates the count in the generated summary, and drops it with the last event', () => {
    const text = file('- [ERROR] one\n- [PIVOT] two\n', 'Auto-generated: 2 events (1 error, 1 pivot)');
    const [one = '', two = ''] = idsOf(text);
    expect(forget(text, { events: [one] }).text).toContain('\nAuto-generated: 1 event (1 pivot)\n');
    expect(forget(text, { events: [one, two] }).text).not.toContain('Auto-generated');
  });

  it('counts unconfirmed events separately in the summary of an imported session, and keeps the rest of it', () => {
    const rest = ' from 3 prompts of the transcript. Began with: fix it';
    const text = file(
      '- [ERROR] one\n  candidate: 9e6b1c1e\n- [PIVOT] two\n',
      `Auto-generated: 1 event (1 pivot) and 1 unconfirmed event (1 error)${rest}`,
    );
    const [one = '', two = ''] = idsOf(text);
    expect(forget(text, { events: [one] }).text).toContain(`\nAuto-generated: 1 event (1 pivot)${rest}\n`);
    expect(forget(text, { events: [one, two] }).text).toContain(`\nAuto-generated: no events${rest}\n`);
  });

  it('replaces a text in an event, across a line end, and renames the event', () => {
    const text = file('- 14:00 [ERROR] told Acme\n  Limited too much\n  in vain\n');
    const after = forget(text, { match: 'acme limited' });
    expect(after.text).toContain(`- 14:00 [ERROR] told ${FORGOTTEN} too much\n  in vain\n`);
    expect(after.names).toEqual([[`${SESSION}#${idsOf(text)}`, `${SESSION}#${idsOf(after.text)}`]]);
  });

  it('drops events and lines with nothing left but their evidence', () => {
    const events = '- [ERROR] secret!\n  candidate: 9e6b1c1e\n- [PIVOT] stays\n  Secret.\n  why\n';
    const after = forget(file(events, 'secret\n\nIt had a secret.'), { match: 'secret' });
    expect(after.text).toBe(file('- [PIVOT] stays\n  why\n', `\nIt had a ${FORGOTTEN}.`));
  });

  it('keeps front matter, headings, and an event whose details stay', () => {
    const after = forget(file('- [ERROR] Acme\n  why\n', 'Lead.\n\n### Acme\n\nText.'), { match: 'acme' });
    expect(after.text).toContain(`cwd: "/home/me/${FORGOTTEN}"\nnudged: a.md\nclient: "${FORGOTTEN}, \\"Ltd\\""\n---`);
    expect(after.text).toContain(`- [ERROR] ${FORGOTTEN}\n  why\n`);
    expect(after.text).toContain(`\n### ${FORGOTTEN}\n`);
    expect(parseChronicle(after.text).problems).toEqual([]);
  });

  it('leaves field names, headings, tags and dates alone', () => {
    const text = file('- 14:00 [ERROR] one\n');
    for (const match of ['session_id', SESSION, '## Summary', '[ERROR]', '2026-03-24'])
      expect(forget(text, { match }).text).toBe(text);
  });

  it('works on invalid UTF-8, and on a file without front matter', () => {
    const bytes = `\xff secret \xe2\x82\n- [ERROR] secret\n`;
    const match = { text: new TextMatcher(['secret']), sessions: new Set<string>(), events: new Set<string>() };
    expect(forgetInChronicle(bytes, match).bytes).toBe(`\xff ${FORGOTTEN} \xe2\x82\n`);
  });

  it('removes every match from any text, breaks no file, and finds nothing the second time', () => {
    const word = fc.constantFrom(
      'acme',
      'ACME',
      'a',
      'cme',
      '-',
      '[ERROR]',
      '`',
      '```',
      '#',
      '  ',
      '\n',
      '\n  ',
      '\n- [PIVOT] ',
      '\n### ',
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 30 }), (words) => {
        const text = file(`- [ERROR] x${words.join('')}\n`);
        const once = forget(text, { match: 'acme' }).text;
        expect(once.toLowerCase()).not.toContain('acme');
        expect(forget(once, { match: 'acme' }).text).toBe(once);
        const codes = (each: string) => parseChronicle(each).problems.map(({ code }) => code);
        expect(codes(text)).toEqual(expect.arrayContaining(codes(once)));
      }),
    );
  });
});
