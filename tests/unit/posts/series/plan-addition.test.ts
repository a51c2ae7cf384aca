import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { parseSeries } from '#src/posts/series/parse-series.ts';
import { planEvent, planPart } from '#src/posts/series/plan-addition.ts';
import { seriesYaml } from '#src/posts/series/series-yaml.ts';

const WHERE = { path: '/series/a.yml', slug: 'a' };
const NEW = 'ffffff#e-ffffff';
const word = fc.string({ unit: 'grapheme', maxLength: 20 });
const part = fc.record({
  title: word,
  idea: word,
  events: fc.array(fc.stringMatching(/^[0-9a-e]{6}#e-[0-9a-f]{6}$/), { maxLength: 4 }),
});
const series = fc.record({ title: word, parts: fc.array(part, { maxLength: 4 }) });
/** Different ways to write the same YAML. */
const written = series.chain((value) =>
  fc
    .constantFrom(
      seriesYaml(value),
      seriesYaml(value).replaceAll('\n', '\r\n'),
      `# Mine\n\n${seriesYaml(value)}\n# The end`,
      stringify(value, { lineWidth: 0 }),
      stringify(value, { lineWidth: 0, indentSeq: false, indent: 4 }),
      stringify(value, { lineWidth: 0, collectionStyle: 'flow' }),
      JSON.stringify(value, null, 2),
    )
    .map((text) => ({ value, text })),
);

describe('planEvent', () => {
  it('adds only the event, however the file is written', () => {
    fc.assert(
      fc.property(written, fc.nat(), ({ value, text }, n) => {
        const place = n % Math.max(1, value.parts.length);
        const { text: added } = planEvent(text, {
          ...WHERE,
          part: value.parts.length === 0 ? null : place + 1,
          event: NEW,
        });
        const expected = value.parts.map((each, i) =>
          i === place ? { ...each, events: [...each.events, NEW] } : each,
        );
        const begun = [{ title: 'The first part', idea: '', events: [NEW] }];
        const parts = value.parts.length === 0 ? begun : expected;
        expect(parseSeries(added ?? '')).toEqual({ value: { title: value.title, parts }, problems: [] });
        const again = planEvent(added ?? '', { ...WHERE, part: 1, event: NEW });
        expect(again).toMatchObject({ text: null, answer: { isNew: false } });
      }),
    );
  });

  it('keeps every line of a file with one event per line', () => {
    fc.assert(
      fc.property(series, ({ title, parts }) => {
        fc.pre(parts.every(({ events }) => events.length > 0) && parts.length > 0);
        const lines = `# Mine\r\n${seriesYaml({ title, parts }).replaceAll('\n', '\r\n')}`.split('\r\n');
        const added = planEvent(lines.join('\r\n'), { ...WHERE, part: 1, event: NEW }).text?.split('\r\n') ?? [];
        const fresh = added.indexOf(`      - ${NEW}`);
        expect(added.toSpliced(fresh, 1)).toEqual(lines);
      }),
    );
  });
});

describe('planPart', () => {
  it('adds the part at the end, however the file is written', () => {
    fc.assert(
      fc.property(written, part, ({ value, text }, added) => {
        const planned = planPart(text, { ...WHERE, ...added });
        expect(planned.answer).toBe(value.parts.length + 1);
        const parts = [...value.parts, added];
        expect(parseSeries(planned.text ?? '')).toEqual({ value: { title: value.title, parts }, problems: [] });
      }),
    );
  });
});
