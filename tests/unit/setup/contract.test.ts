import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contractLines, sectionFault, withoutSection, withSection } from '#src/setup/contract.ts';
import { reminder } from '#src/record/reminder.ts';

const [BEGIN, END] = ['<!-- session-chronicle:begin -->', '<!-- session-chronicle:end -->'];

describe('withSection', () => {
  it('adds the section at the end, with the line ends of the file', () => {
    expect(withSection('# A\r\n', ['x'])).toBe(`# A\r\n\r\n${BEGIN}\r\nx\r\n${END}\r\n`);
    expect(withSection('', ['x'])).toBe(`${BEGIN}\nx\n${END}\n`);
  });

  it('replaces an older section', () => {
    expect(withSection(`a\n  ${BEGIN} \nold\n${END}\nb`, ['x', 'y'])).toBe(`a\n${BEGIN}\nx\ny\n${END}\nb`);
  });

  it('can be removed again without a trace, except for a missing last line end', () => {
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
    [`${BEGIN}\n${BEGIN}\n${END}\n`, 2],
    [`${END}\n`, 1],
    [`${BEGIN}\n${END}\nb\n${BEGIN}\n${END}\n`, 4],
  ])('names the line of %j', (text, line) => {
    expect(sectionFault(text)).toMatchObject({ line });
    expect(withoutSection(text)).toBe(text);
  });
});

describe('contractLines', () => {
  const contract = contractLines().join('\n');
  const told = reminder('/home/me/.claude/projects/-home-me-code-tidemark/chronicle/2026-03-24-main.md');

  it('takes at most 120 tokens, and with the reminder at most 350', () => {
    expect(tokens(contract)).toBeLessThanOrEqual(120);
    expect(tokens(contract) + tokens(told)).toBeLessThanOrEqual(350);
  });
});

/** The usual estimate: four characters a token. */
function tokens(text: string): number {
  return Math.ceil(text.length / 4);
}
