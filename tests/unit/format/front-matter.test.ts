import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFrontMatter, readSessionId } from '#src/format/front-matter.ts';
import { parseChronicle } from '#src/format/parse.ts';

const REQUIRED = 'session_id: s1\ndate: 2026-09-14\nbranch: main\ntask: X-1\nstarted: 2026-09-14T21:50:00Z';
const BODY = '\n## Events\n\n## Summary\n';
const read = (...lines: string[]) => readFrontMatter(lines.map((line) => `${line}\n`).join(''));
const valuesOf = (...lines: string[]) =>
  Object.fromEntries(Array.from(read(...lines).entries, ([key, { value }]) => [key, value]));

describe('readFrontMatter', () => {
  it('uses the first of two values and reports the other', () => {
    const { entries, repeated } = read('a: 1', 'b: 2', 'a: 3');
    expect(entries.get('a')?.value).toBe('1');
    expect(repeated).toEqual([{ key: 'a', index: 2 }]);
  });

  it('reads texts of several lines, and skips nested lines', () => {
    expect(valuesOf('a: |', '  b: 1', 'c: one', '  two', 'd: "three', '  four"')).toEqual({
      ...{ a: 'b: 1\n', c: 'one two', d: 'three four' },
    });
    expect(valuesOf('a:', '  b: 1', '- c: 2', '', '# d: 3', '\te: 4', 'f: 5')).toEqual({ a: '', f: '5' });
  });

  it('takes a plain word for what YAML takes it for', () => {
    const letters = (chars: string, most: number) => fc.string({ unit: fc.constantFrom(...chars), maxLength: most });
    const value = fc.oneof(letters('a0/+_.:-', 320), letters('a0eNx.:/+-_ #"\'[]{}&*!|>%@,?~=\t', 12));
    fc.assert(
      fc.property(letters('aZ0_-', 120), value, (rest, text) => {
        const line = `k${rest}: ${text}`;
        // A line with a comment below it is left to yaml.
        const [plain, parsed] = [read(line), read(line, '# below')];
        expect(plain.entries).toEqual(parsed.entries);
      }),
      { numRuns: 2000 },
    );
  });

  it('reports where a value begins and ends', () => {
    const { entries } = read('# b', 'a:   bc', 'd: |', '  e', '', '  f', 'g:', '- h', '# i', 'j: "', 'k: l');
    expect(entries.get('a')).toEqual({ value: 'bc', index: 1, end: 2, column: 6 });
    expect(entries.get('d')).toEqual({ value: 'e\n\nf\n', index: 2, end: 6, column: 4 });
    expect(entries.get('j')).toEqual({ value: '"', index: 9, end: 10, column: 4 });
    expect(entries.get('k')).toEqual({ value: 'l', index: 10, end: 11, column: 4 });
  });
});

describe('a bad line', () => {
  it.each([
    ...`---x ... %YAML % { [ } ] " ' \` @ | > *a`.split(' '),
    ...['?? !!', '%YAML 1.1', '- a', '"a": "b', 'a: "', "a: '", 'a: {', 'a: [', 'a: [b', 'a: {b: [', 'a: - b'],
    ...['a: ? b', 'a: b: c', 'a: *b', 'a: &b *c', 'a: @b', 'a: !', 'a: !<', 'a: !!', 'a: &', 'a: *', 'a: |2\n x'],
    ...['a: |x', 'a: "\\q"', 'a: "b\n  c', '<<: *a', 'a: %b', '\ta: b', ' a: b', 'a: b\n\tc: d', 'a:\n b\nc'],
    ...['a: b\rc: d', '\u2028', 'session_idd', `a: ${'['.repeat(3000)}`],
  ])('%j hides no key before or after it', (line) => {
    for (const lines of [`${REQUIRED}\n${line}`, `${line}\n${REQUIRED}`, REQUIRED.replace('\n', `\n${line}\n`)]) {
      const { chronicle } = parseChronicle(`---\n${lines}\n---\n${BODY}`);
      const { session_id, date, branch, task, started } = chronicle?.frontMatter ?? {};
      expect([session_id, date, branch, task, started]).toEqual([
        ...['s1', '2026-09-14', 'main', 'X-1', '2026-09-14T21:50:00Z'],
      ]);
    }
  });
});

describe('hostile front matter', () => {
  it('never expands an alias', () => {
    const levels = Array.from({ length: 30 }, (_, n) => `a${n + 1}: &a${n + 1} [${`*a${n}, `.repeat(9)}*a${n}]`);
    const { chronicle } = parseChronicle(`---\n${REQUIRED}\na0: &a0 lol\n${levels.join('\n')}\nx: *a30\n---\n${BODY}`);
    expect(chronicle?.frontMatter.x).toBe('*a30');
    expect(JSON.stringify(chronicle).length).toBeLessThan(4000);
  });

  it('adds nothing by a merge key, and no property to objects', () => {
    const merged = REQUIRED.replace('session_id: s1', 'base: &b\n  session_id: s1\n<<: *b');
    expect(parseChronicle(`---\n${merged}\n---\n${BODY}`).chronicle).toBeNull();
    const { chronicle } = parseChronicle(`---\n${REQUIRED}\n__proto__: x\nconstructor: y\n---\n${BODY}`);
    expect(Object.getPrototypeOf(chronicle?.frontMatter)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  it.each(['js', ' js', 'javascript', 'JS', 'json', 'coffee', 'toml', 'yaml', '\tjs', '   js'])(
    'runs nothing after ---%s',
    (language) => {
      Object.assign(globalThis, { ran: false });
      for (const bom of ['', '\ufeff'])
        for (const eol of ['\n', '\r\n']) {
          const file = `${bom}---${language}\n{ session_id: (globalThis.ran = true, 's1') }\n---\n${BODY}`;
          expect(parseChronicle(file.replaceAll('\n', eol)).problems[0]?.code).toBe('CHRONICLE_NO_FRONT_MATTER');
          expect(readSessionId(file)).toBe('');
        }
      expect((globalThis as { ran?: boolean }).ran).toBe(false);
    },
  );

  it('makes objects of no tag', () => {
    expect(valuesOf('a: !!js/function "x"', 'b: !!binary eA==', 'c: !!set {d}', 'd: !!timestamp 2026-01-01')).toEqual({
      ...{ a: '!!js/function "x"', b: '!!binary eA==', c: '!!set {d}', d: '!!timestamp 2026-01-01' },
    });
  });

  it('reads at most 16 KiB', () => {
    const long = (length: number) => {
      const start = `---\n${REQUIRED}\nx: `;
      return `${start}${'y'.repeat(length - start.length - 1)}\n---\n${BODY}`;
    };
    expect(parseChronicle(long(16 * 1024)).chronicle?.frontMatter.session_id).toBe('s1');
    expect(parseChronicle(long(16 * 1024 + 1))).toMatchObject({
      ...{ chronicle: null, problems: [{ code: 'CHRONICLE_LONG_FRONT_MATTER' }] },
    });
    expect(readSessionId(long(16 * 1024 + 1))).toBe('');
  });
});
