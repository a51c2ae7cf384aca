import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDraftBody } from '#src/posts/drafts/draft-body.ts';
import { writeComponent } from '#src/lib/text/write-markdown.ts';
import { HOSTILE } from '#tests/site/hostile-session.ts';

const EVENT = '3f6c0a1e-0000-4000-8000-000000000000#e-3fa9c1';

describe('readDraftBody', () => {
  it('reads prose and components with their lines', () => {
    const text = `## The third time\r\n\r\nIt was *written down*.\r\n\r\n<Event id="${EVENT}" />\r\n\r\n<Beats />\r\n`;
    expect(readDraftBody(text)).toEqual({
      parts: [
        { line: 1, kind: 'heading', level: 2, children: [{ kind: 'text', text: 'The third time' }] },
        {
          line: 3,
          kind: 'paragraph',
          children: [
            { kind: 'text', text: 'It was ' },
            { kind: 'emphasis', children: [{ kind: 'text', text: 'written down' }] },
            { kind: 'text', text: '.' },
          ],
        },
        { line: 5, kind: 'component', component: { name: 'Event', event: EVENT } },
        { line: 7, kind: 'component', component: { name: 'Beats' } },
      ],
      problems: [],
      comments: [],
    });
  });

  it('keeps comments out of the text, with their lines', () => {
    const text = 'One.\n\n{/* TODO: Who\n\n noticed? */}\n\nTwo {/* really */}three.\n\n- four {/**/}\n';
    const { parts, problems, comments } = readDraftBody(text);
    expect(problems).toEqual([]);
    expect(comments).toEqual([
      { line: 3, text: 'TODO: Who noticed?' },
      { line: 7, text: 'really' },
      { line: 9, text: '' },
    ]);
    expect(JSON.stringify(parts)).not.toMatch(/TODO|really/);
    expect(parts.map(({ kind }) => kind)).toEqual(['paragraph', 'paragraph', 'list']);
  });

  it.each(['{/* a */ b}', '{/* a */ + /* b */}', '{/* a}', '{a /* b */}', '{/*/}', '{}'])(
    'refuses %j as a comment',
    (text) => {
      const { problems, comments } = readDraftBody(text);
      expect([problems.length, comments]).toEqual([1, []]);
    },
  );

  it('reads each component as written', () => {
    for (const component of [
      { name: 'Event', event: EVENT } as const,
      { name: 'Lifeline', group: 'c-1a2b3c4d' } as const,
      { name: 'MissTrend' } as const,
      { name: 'Beats' } as const,
    ]) {
      const text = writeComponent(component);
      expect(readDraftBody(text), text).toEqual({
        parts: [{ line: 1, kind: 'component', component }],
        problems: [],
        comments: [],
      });
    }
  });

  it.each([
    ['export const a = 1', 1, 1, 'an import or export'],
    ['import things\nfrom here', 1, 1, 'an import or export'],
    ['import x\n---', 1, 1, 'an import or export'],
    ['{a b}', 1, 1, 'expression'],
    ['<b/>', 1, 1, '<b> is not a component'],
    ['a <script>alert(1)</script> b', 1, 3, '<script> is not a component'],
    ['<Event id={process.env.HOME} />', 1, 1, 'must be text in quotes'],
    ['<Event {...x} />', 1, 1, 'no attribute'],
    ['<Event id="e-3fa9c1" />', 1, 1, 'must be an event'],
    ['<Event id="a" id="b" />', 1, 1, 'must be an event'],
    ['<Lifeline />', 1, 1, 'has no "group"'],
    ['<Lifeline group="memory" />', 1, 1, 'must be the anchor'],
    ['<Lifeline group="c-1a2b3c4d" onclick="x" />', 1, 1, 'no attribute "onclick"'],
    ['<MissTrend constructor="a" />', 1, 1, 'no attribute "constructor"'],
    ['<constructor />', 1, 1, '<constructor> is not a component'],
    ['<Beats>\n\ntext\n\n</Beats>', 1, 1, 'has content'],
    ['words <Beats /> words', 1, 7, 'inside a line of text'],
    ['- item\n\n  <Beats />', 3, 3, 'inside a list'],
    ['{1 + 1}', 1, 1, 'expression'],
    ['a {b} c', 1, 3, 'expression'],
    ['![alt](https://evil.example/x.png)', 1, 1, 'images are not supported'],
    ['[a](javascript:alert(1))', 1, 1, 'not a web address'],
    ['[a]: https://example.org', 1, 1, 'reference'],
    ['---\ntitle: x\n---\n', 1, 1, 'front matter'],
  ])('refuses %j', (text, line, column, fault) => {
    const { parts, problems } = readDraftBody(text);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ code: 'CHRONICLE_DRAFT_TEXT', line, column });
    expect(problems[0]?.message).toContain(fault);
    expect(parts.filter(({ kind }) => kind === 'component')).toEqual([]);
  });

  it.each([
    ['"{" is never closed', 'a\n\nb {c', 3, 3],
    ['does not begin a component', 'a <b', 1, 3],
    ['<b> is never closed', 'a\n\n<b> c', 3, 1],
    ['closing tag', '</b>', 1, 2],
    ['HTML comment', '<!-- x -->', 1, 2],
    ['angle brackets', '<https://example.org>', 1, 8],
    ['text in quotes', '<Event id=3 />', 1, 11],
    ['deeply', '> '.repeat(500), 1, 1],
    ['emphasis marks', '_a*'.repeat(5000), 1, 1],
    ['quotations', '> a\n\n'.repeat(2_001), 1, 1],
    ['longer', 'a'.repeat(100_001), 1, 1],
  ])('reads nothing from a text that is not a draft: %s', (fault, text, line, column) => {
    const { parts, problems } = readDraftBody(text);
    expect(parts).toEqual([]);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ code: 'CHRONICLE_DRAFT_GRAMMAR', line, column });
    expect(problems[0]?.message).toContain(fault);
  });

  it('suggests the component with the most similar name', () => {
    expect(readDraftBody('<Lifelines group="c-1a2b3c4d" />').problems[0]?.advice).toContain(
      'Did you mean <Lifeline />?',
    );
  });

  it('keeps the text of refused links and images', () => {
    const { parts } = readDraftBody('![alt](x.png) [words](file:///etc/passwd)');
    expect(parts).toMatchObject([{ children: [{ kind: 'text', text: 'alt words' }] }]);
  });

  it('reads escapes, and a rule at the top', () => {
    const { parts, problems } = readDraftBody('---\n\n\\<b> \\{x} &lt;b&gt; `<b> {x}`\n');
    expect(problems).toEqual([]);
    expect(parts).toMatchObject([
      { kind: 'rule' },
      { line: 3, children: [{ text: '<b> {x} <b> ' }, { kind: 'code', text: '<b> {x}' }] },
    ]);
  });

  it('reads names and code with many marks', () => {
    const { parts, problems } = readDraftBody(`${'a_b '.repeat(9000)}\n\n\`\`\`\n${'*_a\n'.repeat(9000)}\`\`\`\n`);
    expect(problems).toEqual([]);
    expect(parts).toHaveLength(2);
  });

  it('is empty for nothing', () => {
    for (const text of ['', '\ufeff', ' \n\t\n'])
      expect(readDraftBody(text)).toEqual({ parts: [], problems: [], comments: [] });
  });

  it('never throws, and reads only components that are written', () => {
    const pieces = [
      '<', '>', '/', '{', '}', '"', '=', '\n', '\n\n', ' ', '- ', '> ', '`', '```', '*', '_', '[', ']', '(', ')', '!', '\\',
      '---\n', 'import ', 'export ', 'Event', 'Beats', 'id', 'a', ':', '.', '<!--', '-->', '&lt;', '\0', '\ud800', '\ufeff',
    ]; // biome-ignore format: an alphabet
    const markup = fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(markup, fc.string({ unit: 'binary', maxLength: 200 })), (text) => {
        const { parts, problems } = readDraftBody(text);
        for (const { line, column } of problems) expect(Math.min(line, column)).toBeGreaterThan(0);
        for (const part of parts) if (part.kind === 'component') expect(text).toContain(`<${part.component.name}`);
      }),
      { numRuns: 400 },
    );
    for (const text of Object.values(HOSTILE)) expect(readDraftBody(text).problems).not.toEqual([]);
  });
});
