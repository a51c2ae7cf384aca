import { describe, expect, it } from 'vitest';
import { exportOptions, targetNamed } from '#src/posts/export-settings.ts';

const read = (settings: Record<string, unknown>) => exportOptions(settings, 'astro', '/x/config.json');

describe('exportOptions', () => {
  it('are empty by default', () => {
    expect(read({})).toEqual({});
    expect(read({ hugo: { directory: 'content/writing' } })).toEqual({});
  });

  it('are those of the target', () => {
    const astro = { directory: 'src/content/posts', keys: { pubDate: 'date', heroImage: null } };
    expect(read({ astro })).toEqual(astro);
  });

  it.each(['astro', 'eleventy', 'markdown'] as const)('may rename the draft flag for %s', (target) => {
    const settings = { [target]: { keys: { draft: 'isDraft' } } };
    expect(exportOptions(settings, target, '/x/config.json')).toEqual(settings[target]);
  });

  it.each([
    [{ astra: {} }, '"export" has an unknown target "astra". Did you mean "astro"?'],
    [{ constructor: {} }, '"export" has an unknown target "constructor".'],
    [{ hugo: 'x' }, '"export.hugo" is not an object with "directory" and "keys".'],
    [{ astro: { dir: 'x' } }, '"export.astro" has an unknown setting "dir".'],
    [{ astro: { keys: [] } }, '"export.astro.keys" is not an object that maps our keys to yours.'],
    [
      { astro: { keys: { pubdate: 'x' } } },
      '"export.astro.keys" has an unknown key "pubdate". Did you mean "pubDate"?',
    ],
    [{ astro: { keys: { pubDate: 'a: b' } } }, '"export.astro.keys.pubDate" is neither a key such as "date" nor null.'],
    [{ astro: { keys: { pubDate: 7 } } }, '"export.astro.keys.pubDate" is neither a key such as "date" nor null.'],
    [{ astro: { keys: { draft: null } } }, '"export.astro.keys.draft" marks a post as a draft and cannot be left out.'],
    ...(
      [
        ['hugo', 'draft', 'foo'],
        ['hugo', 'draft', 'Draft'],
        ['jekyll', 'published', 'live'],
        ['devto', 'published', 'live'],
        ['astro', 'draft', 'published'],
        ['markdown', 'draft', 'published'],
        ['eleventy', 'draft', 'title'],
      ] as const
    ).map(([target, key, yours]): [Record<string, unknown>, string] => [
      { [target]: { keys: { title: null, [key]: yours } } },
      `"export.${target}.keys.${key}" marks a post as a draft and cannot be named "${yours}": the post would be live.`,
    ]),
    [{ hugo: { keys: { summary: 'Draft' } } }, '"export.hugo.keys" uses the key "Draft" twice.'],
    [{ astro: { keys: { pubDate: 'title' } } }, '"export.astro.keys" uses the key "title" twice.'],
    ...['/abs', '../x', 'a/../b', 'a//b', '.', '', 'a\\b', 'C:/x', 'a/.git', 'a\nb', 7].map(
      (directory): [Record<string, unknown>, string] => [
        { astro: { directory } },
        '"export.astro.directory" is not a directory inside the blog, such as "src/content/posts".',
      ],
    ),
  ] satisfies [Record<string, unknown>, string][])('refuses %j', (settings, sentence) => {
    const error = thrownBy(() => read(settings));
    expect(error).toMatchObject({
      code: 'CHRONICLE_EXPORT_SETTINGS',
      message: expect.stringContaining(`/x/config.json: ${sentence}`),
    });
    expect(error).toMatchObject({ message: expect.stringMatching(/ Nothing was exported\.$/) });
  });
});

describe('targetNamed', () => {
  it('finds a target by name, ignoring case', () => {
    expect(targetNamed('Hugo')).toBe('hugo');
  });

  it.each([
    [undefined, '--to is missing: use one of astro, jekyll, hugo, eleventy, devto, markdown.'],
    ['astr', 'Did you mean --to astro?'],
    ['constructor', 'Use one of astro, jekyll'],
    ['wordpress', 'Use one of astro, jekyll'],
  ])('refuses %j', (word, sentence) => {
    expect(() => targetNamed(word)).toThrow(sentence);
  });
});

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return null;
}
