import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseChronicle } from '#src/format/parse.ts';
import { asBytes, asText } from '#src/lib/latin1.ts';
import { forgetInChronicle, forgetInDraft } from '#src/setup/forget/forget-in-markdown.ts';
import { FORGOTTEN, TextMatcher } from '#src/setup/forget/text-matcher.ts';

const SESSION = '1b267dd9-1319-4d99-ac43-8c635d5a6ba8';
const HEAD = `---
session_id: ${SESSION}
date: 2026-03-24
branch: main
task:
started: 2026-03-24T14:00:00Z
cwd: /home/me/acme
client: "Acme, \\"Ltd\\"" # of Acme
---

## Events

`;
const file = (events: string, summary = 'A day.') => `${HEAD}${events}\n## Summary\n\n${summary}\n`;

function forget(text: string, ...matches: string[]) {
  const { bytes, names } = forgetInChronicle(asBytes(text), new TextMatcher(matches));
  return { text: asText(bytes), names: [...names] };
}
const idsOf = (text: string) => (parseChronicle(text).chronicle?.events ?? []).map(({ id }) => id);

describe('forgetInChronicle', () => {
  it('deletes an event that was nothing else, and keeps every other byte', () => {
    const text = file('- 14:00 [ERROR] one\n- 14:01 [ERROR] two\n').replaceAll('\n', '\r\n');
    const [one = ''] = idsOf(text);
    const after = forget(text, 'one');
    expect(after.text).toBe(file('- 14:01 [ERROR] two\n').replaceAll('\n', '\r\n'));
    expect(after.names).toEqual([[`${SESSION}#${one}`, null]]);
  });

  it('renames a repeat when the first event of its kind is changed', () => {
    const text = file('- [ERROR] same\n  acme\n- [ERROR] same acme\n- [ERROR] same\n');
    const [, second = ''] = idsOf(text);
    expect(forget(text, 'acme').names).toEqual([[`${SESSION}#${second}`, expect.stringContaining('#e-')]]);
  });

  it('updates the count in the generated summary, and drops it with the last event', () => {
    const text = file('- [ERROR] one\n- [PIVOT] two\n', 'Auto-generated: 2 events (1 error, 1 pivot)');
    expect(forget(text, 'one').text).toContain('\nAuto-generated: 1 event (1 pivot)\n');
    expect(forget(text, 'one', 'two').text).not.toContain('Auto-generated');
  });

  it('keeps the rest of the summary of an imported session', () => {
    const rest = ' from 3 prompts of the transcript. Began with: fix it';
    const events = '- [ERROR] one\n  candidate: 9e6b1c1e\n- [PIVOT] two\n';
    const text = file(events, `Auto-generated: 1 event (1 pivot) and 1 unconfirmed event (1 error)${rest}`);
    expect(forget(text, 'one').text).toContain(`\nAuto-generated: 1 event (1 pivot)${rest}\n`);
    expect(forget(text, 'one', 'two').text).toContain(`\nAuto-generated: no events${rest}\n`);
  });

  it('replaces a text in an event, across a line end, and renames the event', () => {
    const text = file('- 14:00 [ERROR] told Acme\n  Limited too much\n  in vain\n');
    const after = forget(text, 'acme limited');
    expect(after.text).toContain(`- 14:00 [ERROR] told ${FORGOTTEN} too much\n  in vain\n`);
    expect(after.names).toEqual([[`${SESSION}#${idsOf(text)}`, `${SESSION}#${idsOf(after.text)}`]]);
  });

  it('drops events and lines with nothing left but their evidence', () => {
    const events = '- [ERROR] secret!\n  candidate: 9e6b1c1e\n- [PIVOT] stays\n  Secret.\n  why\n';
    const after = forget(file(events, 'secret\n\nIt had a secret.'), 'secret');
    expect(after.text).toBe(file('- [PIVOT] stays\n  why\n', `\nIt had a ${FORGOTTEN}.`));
  });

  it('keeps front matter, headings, and an event whose details stay', () => {
    const after = forget(file('- [ERROR] Acme\n  why\n', 'Lead.\n\n### Acme\n\nText.'), 'acme');
    expect(after.text).toContain(`cwd: "/home/me/${FORGOTTEN}"\nclient: "${FORGOTTEN}, \\"Ltd\\""\n---`);
    expect(after.text).toContain(`- [ERROR] ${FORGOTTEN}\n  why\n`);
    expect(after.text).toContain(`\n### ${FORGOTTEN}\n`);
    expect(parseChronicle(after.text).problems).toEqual([]);
  });

  it('leaves field names, headings, tags and dates alone', () => {
    const text = file('- 14:00 [ERROR] one\n');
    for (const match of ['session_id', SESSION, '## Summary', '[ERROR]', '2026-03-24'])
      expect(forget(text, match).text).toBe(text);
  });

  it('works on invalid UTF-8, and on a file without front matter', () => {
    const bytes = `\xff secret \xe2\x82\n- [ERROR] secret\n`;
    expect(forgetInChronicle(bytes, new TextMatcher(['secret'])).bytes).toBe(`\xff ${FORGOTTEN} \xe2\x82\n`);
  });

  it('removes every match from any text, breaks no file, and finds nothing the second time', () => {
    const words = ['acme', 'ACME', 'a', 'cme', '-', '[ERROR]', '`', '```', '#', '  '];
    const word = fc.constantFrom(...words, '\n', '\n  ', '\n- [PIVOT] ', '\n### ');
    fc.assert(
      fc.property(fc.array(word, { maxLength: 30 }), (words) => {
        const text = file(`- [ERROR] x${words.join('')}\n`);
        const once = forget(text, 'acme').text;
        expect(once.toLowerCase()).not.toContain('acme');
        expect(forget(once, 'acme').text).toBe(once);
        const codes = (each: string) => parseChronicle(each).problems.map(({ code }) => code);
        expect(codes(text)).toEqual(expect.arrayContaining(codes(once)));
      }),
    );
  });
});

describe('forgetInDraft', () => {
  const [GONE, OLD, NEW] = ['gone-session#e-111111', 'kept-session#e-222222', 'kept-session#e-333333'];
  const renamed = (name: string) => (/^gone-session(?:#|$)/.test(name) ? null : name === OLD ? NEW : name);

  it('removes a quoted event that is gone, renames another, and removes the text, but no key', () => {
    const quote = (name: string) => `> **Error.** It failed\n> <!-- event: ${name} -->\n\n`;
    const text = `---\ntitle: title of\nsessions:\n  - gone-session\n  - kept-session\n---\n\nOne.\n\n${quote(GONE)}${quote(OLD)}A title.\n`;
    expect(asText(forgetInDraft(asBytes(text), new TextMatcher(['title']), renamed))).toBe(
      `---\ntitle: ${FORGOTTEN} of\nsessions:\n  - kept-session\n---\n\nOne.\n\n${quote(NEW)}A ${FORGOTTEN}.\n`,
    );
  });
});
