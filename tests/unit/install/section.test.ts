import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TAGS } from '#src/chronicle/tags.ts';
import { contractLines, sectionFault, withoutSection, withSection } from '#src/install/section.ts';

const [BEGIN, END] = ['<!-- session-chronicle:begin -->', '<!-- session-chronicle:end -->'];

describe('withSection', () => {
  it('stands at the end, in the line ends of the file', () => {
    expect(withSection('# A\r\n', ['x'])).toBe(`# A\r\n\r\n${BEGIN}\r\nx\r\n${END}\r\n`);
    expect(withSection('', ['x'])).toBe(`${BEGIN}\nx\n${END}\n`);
  });

  it('takes the place of an older one', () => {
    expect(withSection(`a\n  ${BEGIN} \nold\n${END}\nb`, ['x', 'y'])).toBe(`a\n${BEGIN}\nx\ny\n${END}\nb`);
  });

  it('is taken out again without a trace, but for a last line that had no end', () => {
    const line = fc.constantFrom('', 'text', '# title', '```', '  - item', 'ü');
    const text = fc
      .tuple(fc.array(line, { maxLength: 6 }), fc.constantFrom('\n', '\r\n'), fc.boolean())
      .map(([lines, eol, isEnded]) => lines.join(eol) + (isEnded && lines.length > 0 ? eol : ''));
    fc.assert(
      fc.property(text, (before) => {
        const after = withSection(before, ['x']);
        expect(withSection(after, ['x'])).toBe(after);
        expect(after.startsWith(before)).toBe(true);
        const left = withoutSection(after);
        expect([before, `${before}\n`, `${before}\r\n`, before.replace(/\r?\n$/, '')]).toContain(left);
        expect(left.trimEnd()).toBe(before.trimEnd());
      }),
    );
  });
});

describe('sectionFault', () => {
  it.each([
    [`a\n${BEGIN}\n`, 2],
    [`${BEGIN}\n${BEGIN}\n${END}\n`, 1],
    [`${END}\n`, 1],
    [`${BEGIN}\n${END}\nb\n${BEGIN}\n${END}\n`, 4],
  ])('names the line of %j', (text, line) => {
    expect(sectionFault(text)).toMatchObject({ line });
    expect(withoutSection(text)).toBe(text);
  });
});

describe('contractLines', () => {
  it('has all tags and the one form, in 40 lines', () => {
    const lines = contractLines();
    expect(lines.length).toBeLessThanOrEqual(38);
    for (const tag of TAGS) expect(lines.some((line) => line.startsWith(`- ${tag}: `))).toBe(true);
    expect(lines.join('\n')).toContain("chronicle log ERROR <<'EOF'\n");
  });
});
