import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeText } from '#src/format/decode.ts';
import { excerptsOf, type Problem } from '#src/format/problem.ts';
import { splitLines } from '#src/format/scan.ts';
import { parseChronicle } from '#src/format/parse.ts';
import { anyFile, anyText, fileWith } from './generated.ts';
import { fromLatin1, oddFiles } from './odd-files.ts';

const files = oddFiles.map(([, bytes]) => fromLatin1(bytes));

describe('parseChronicle', () => {
  it('takes any text', () => {
    fc.assert(fc.property(fc.oneof(anyText, fc.string({ unit: 'binary', maxLength: 1000 })), expectSound), {
      numRuns: 1000,
    });
  });

  it('takes any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const decoded = decodeText(bytes);
        if ('text' in decoded) expectSound(decoded.text);
        else expectInside(Buffer.from(bytes).toString(), decoded.problem);
      }),
      { numRuns: 1000 },
    );
  });

  it('accepts files with lost, doubled, inserted or swapped lines', () => {
    fc.assert(fc.property(changed('\n'), expectSound), { numRuns: 1000 });
  });

  it('accepts files cut off anywhere', () => {
    const file = fileWith(
      '\n## Events\n\n- 14:00 [ERROR] One\n  ```\n\n```\n## Summary\n\nText.\n',
      'cwd: "/a\\u00e9"',
    );
    for (let length = 0; length <= file.length; length++) expectSound(file.slice(0, length));
  });

  it('reads nothing that is not in the text', () => {
    fc.assert(
      fc.property(anyFile, (text) => {
        const { chronicle } = parseChronicle(text);
        for (const { text: event } of chronicle?.events ?? []) expect(text).toContain(event);
        for (const { text: stray } of chronicle?.strays ?? []) expect(text).toContain(stray);
      }),
    );
  });

  it('loses no line except headings, blank lines and machine summaries', () => {
    fc.assert(
      fc.property(anyFile, (text) => {
        const { chronicle } = parseChronicle(text);
        if (!chronicle) return;
        const { events, strays, summary } = chronicle;
        const held = [
          ...events.flatMap((event) => [`[${event.tag}] ${event.text}`, event.details]),
          ...strays.map((stray) => stray.text),
          ...[summary.lead, summary.narrative?.title, summary.narrative?.text],
        ].join('\n');
        for (const line of bodyOf(text)) {
          const content = line.trim();
          const isLeftOut = /^##? |^###$|^Auto-generated:/.test(content) || content === '---';
          if (!isLeftOut)
            expect(held).toContain(
              content.replace(/^- (?:[\d-]+ )?(?:[\d:]+ )?(?=\[)|^#+[ \t]+|[ \t]+#+$/g, '').trim(),
            );
        }
      }),
    );
  });
});

function expectSound(text: string): void {
  const { chronicle, problems } = parseChronicle(text);
  expect(chronicle === null).toBe(problems.some(({ effect }) => effect === 'left-out'));
  expect(problems.map(({ line }) => line)).toEqual(problems.map(({ line }) => line).toSorted((a, b) => a - b));
  for (const problem of problems) expectInside(text, problem);
  expect(
    excerptsOf(text, problems).every(
      (excerpt, i) => text === '' || excerpt.some(({ line }) => line === problems[i]?.line),
    ),
  ).toBe(true);
}

function expectInside(text: string, { line, column, message, advice }: Problem): void {
  const lines = splitLines(text);
  const named = lines[line - 1] ?? { start: 0, end: 0 };
  expect(line).toBeGreaterThanOrEqual(1);
  // A problem after the last newline is on a line without content.
  expect(line).toBeLessThanOrEqual(Math.max(1, lines.length + (text.endsWith('\n') ? 1 : 0)));
  expect(column).toBeGreaterThanOrEqual(1);
  expect(column).toBeLessThanOrEqual(named.end - named.start + 1);
  expect(`${message} ${advice}`).not.toMatch(/undefined|null|\[object/);
}

/** A good file with a few mutations of its lines, or of its characters. */
function changed(separator: '\n' | ''): fc.Arbitrary<string> {
  const mutation = fc.record({
    kind: fc.constantFrom('lose', 'double', 'put in', 'swap'),
    from: fc.nat(),
    to: fc.nat(),
    what: anyText,
  });
  return fc.tuple(fc.constantFrom(...files), fc.array(mutation, { maxLength: 5 })).map(([file, mutations]) => {
    const parts = file.split(separator);
    for (const { kind, from, to, what } of mutations) {
      const i = from % (parts.length + 1);
      const j = to % (parts.length + 1);
      const taken = kind === 'double' ? parts.slice(i, i + 1) : kind === 'put in' ? [what] : parts.splice(i, 1);
      if (kind === 'swap') parts.splice(i, 0, ...parts.splice(j, 1, ...taken));
      else if (kind !== 'lose') parts.splice(j, 0, ...taken);
    }
    return parts.join(separator);
  });
}

function bodyOf(text: string): string[] {
  const lines = text.split('\n');
  return lines.slice(lines.findIndex((line, i) => i > 0 && line.trimEnd() === '---') + 1);
}
