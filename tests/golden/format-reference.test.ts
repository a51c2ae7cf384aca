/**
 * The format reference of the retro skill is tested as what it is, the description of what the parser does: its
 * examples are read and compared, and its tables name what the code knows.
 *
 *     ```markdown a-whole-file   ->  reference/a-whole-file.json
 */
import { FIELDS } from '#src/chronicle/fields.ts';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { parseChronicle } from '#src/chronicle/parse.ts';
import { TAG_WORDS, TAGS } from '#src/chronicle/tags.ts';

const directory = fileURLToPath(new URL('reference/', import.meta.url));
const reference = readFileSync(
  new URL('../../skill/session-retro/references/chronicle-format.md', import.meta.url),
  'utf8',
);
const examples = [...reference.matchAll(/^(`{3,})markdown (\S+)\n([\s\S]*?\n)\1$/gm)].map(
  ([, , name = '', text = '']): [string, string] => [name, text],
);

it.each(examples)('the reference describes how %s is read', (name, text) => {
  const read = `${JSON.stringify(parseChronicle(text), null, 2)}\n`;
  const expected = `${directory}${name}.json`;
  if (!existsSync(expected)) {
    if (process.env.CI) expect.unreachable(`${name}.json is missing: run the tests outside of CI and commit what they write`);
    writeFileSync(expected, read);
  }
  expect(JSON.parse(read)).toEqual(JSON.parse(readFileSync(expected, 'utf8')));
});

it('every expectation has its example', () => {
  const names = readdirSync(directory).map((file) => file.replace(/\.json$/, ''));
  expect(names.sort()).toEqual(examples.map(([name]) => name).sort());
});

it('the reference names every front matter key of the format', () => {
  const rows = [...reference.matchAll(/^\| `([a-z_]+)` \| (yes|no) \|/gm)].map(([, key, needed]) => [key, needed]);
  const keys = Object.entries(FIELDS).map(([key, { required }]) => [key, required ? 'yes' : 'no']);
  expect(rows).toEqual(expect.arrayContaining(keys));
});

it('the reference says of each tag what the tool says', () => {
  const rows = [...reference.matchAll(/^\| `([A-Z-]+)` \| (.+) \|$/gm)].map(([, tag, words]) => [tag, words]);
  expect(rows).toEqual(TAGS.map((tag) => [tag, TAG_WORDS[tag].boundary]));
});
