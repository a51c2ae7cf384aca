import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Problem } from '#src/format/problem.ts';
import { parseMistakeDecisions } from '#src/memory/decisions.ts';
import { parseDecisions } from '#src/posts/draft-files.ts';
import { parseRedactFile } from '#src/redaction/redact-file.ts';

interface Kind {
  parse: (text: string) => { problems: Problem[] };
  /** The codes for an unreadable file and for an invalid entry. */
  codes: [unreadable: string, fault: string];
  /** Words of the file's schema. */
  words: string[];
}

const KINDS: Record<string, Kind> = {
  'clusters.yml': {
    parse: parseMistakeDecisions,
    codes: ['CHRONICLE_CLUSTERS_YAML', 'CHRONICLE_CLUSTERS'],
    words: ['rename', 'merge', 'split', '3f6c0a12#e-80a7bf'],
  },
  'redact.yml': {
    parse: parseRedactFile,
    codes: ['CHRONICLE_REDACT_YAML', 'CHRONICLE_REDACT'],
    words: ['names', 'allow', 'Robin', 'a colleague'],
  },
  'redactions.yml': {
    parse: parseDecisions,
    codes: ['CHRONICLE_DRAFT_YAML', 'CHRONICLE_REDACTIONS'],
    words: ['salt', 'decisions', 'keep', 'ab'.repeat(16)],
  },
};

const MARKS = [
  ': ',
  ':\n',
  '\n',
  '  ',
  '- ',
  '[',
  ']',
  '{',
  '}',
  ', ',
  '&a ',
  '*a',
  '!x ',
  '|\n',
  '"',
  '#',
  '? ',
  '12',
  '~',
];

/** Lists that grow exponentially through aliases. */
const BOMB = `a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n`;
const manyKeys = (count: number) => Array.from({ length: count }, (_, i) => `k${i}: 1`).join('\n');

describe.each(Object.entries(KINDS))('the reader of %s', (_, { parse, codes: [unreadable, fault], words }) => {
  // The reader of YAML has the other rows.
  it('uses nothing of a file that cannot be read', () => {
    expect(parse(BOMB).problems.map(({ code }) => code)).toEqual([unreadable]);
  });

  it('reports each of 2,000 unknown keys at its place', () => {
    const { problems } = parse(manyKeys(2_000));
    expect(problems).toHaveLength(2_000);
    expect(problems.at(-1)).toMatchObject({ code: fault, line: 2_000 });
  });

  it('reports keys that every object inherits, and each fault once', () => {
    const { problems } = parse(`${words[0]}: 12\n__proto__: x\nconstructor: y\n`);
    expect(problems.map(({ line }) => line)).toEqual(expect.arrayContaining([2, 3]));
    expect(new Set(problems.map((problem) => JSON.stringify(problem))).size).toBe(problems.length);
  });

  it('reports a key of the prototype at any depth', () => {
    const { problems } = parse(
      words
        .slice(0, 3)
        .map((word) => `${word}:\n  __proto__: x\n`)
        .join(''),
    );
    expect(problems[0]).toMatchObject({ code: fault, line: 2 });
  });

  it('never throws, and reports problems at places in the text', () => {
    const pieces = fc.array(fc.constantFrom(...words, ...words, ...MARKS)).map((each) => each.join(''));
    const map = fc
      .dictionary(fc.constantFrom(...words), fc.jsonValue({ maxDepth: 3 }))
      .map((value) => JSON.stringify(value, null, 1));
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), pieces, map), (text) => {
        const lines = text.split('\n');
        for (const { line, column } of parse(text).problems) {
          expect(Math.min(line, column)).toBeGreaterThan(0);
          expect(line).toBeLessThanOrEqual(lines.length);
          expect(column).toBeLessThanOrEqual((lines[line - 1]?.length ?? 0) + 1);
        }
      }),
    );
  });
});
