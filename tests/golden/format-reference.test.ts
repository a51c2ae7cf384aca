/**
 * Tests the retro skill's format reference against the parser: its
 * examples are parsed and compared, and its tables match the code.
 *
 *     ```markdown a-whole-file   ->  reference/a-whole-file.json
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FIELDS } from '#src/format/front-matter-line.ts';
import { expect, it } from 'vitest';
import { parseChronicle } from '#src/format/parse.ts';
import { expectGolden } from '#tests/support/golden-file.ts';
import { ROOT } from '#tests/support/root.ts';
import { TAG_BOUNDARIES, TAGS } from '#src/format/tags.ts';

const directory = join(import.meta.dirname, 'reference/');
const reference = readFileSync(join(ROOT, 'skill/session-retro/references/chronicle-format.md'), 'utf8');
const examples = [...reference.matchAll(/^(`{3,})markdown (\S+)\n([\s\S]*?\n)\1$/gm)].map(
  ([, , name = '', text = '']): [string, string] => [name, text],
);

it.each(examples)('the reference describes how %s is read', async (name, text) => {
  await expectGolden(`${JSON.stringify(parseChronicle(text), null, 2)}\n`, `${directory}${name}.json`);
});

it('every expectation has an example', () => {
  const names = readdirSync(directory).map((file) => file.replace(/\.json$/, ''));
  expect(names.sort()).toEqual(examples.map(([name]) => name).sort());
});

it('the reference names every front matter key of the format', () => {
  const rows = [...reference.matchAll(/^\| `([a-z_]+)` \| (yes|no) \|/gm)].map(([, key, needed]) => [key, needed]);
  const keys = Object.entries(FIELDS).map(([key, { required }]) => [key, required ? 'yes' : 'no']);
  expect(rows).toEqual(expect.arrayContaining(keys));
});

it('the reference explains each tag as the tool does', () => {
  const rows = [...reference.matchAll(/^\| `([A-Z-]+)` \| (.+) \|$/gm)].map(([, tag, words]) => [tag, words]);
  expect(rows).toEqual(TAGS.map((tag) => [tag, TAG_BOUNDARIES[tag]]));
});
