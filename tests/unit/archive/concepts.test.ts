import { expect, it } from 'vitest';
import { conceptAt, conceptsOf } from '#src/archive/concepts.ts';
import { conceptAddress, conceptSegment } from '#src/text/page-address.ts';
import { noted } from './a-session.ts';

const observed = (date: string, ...lines: [title: string, concepts: string][]) =>
  noted(
    date,
    `## Observations\n${lines.map(([title, concepts]) => `- 10:00 [P2] ${title}\n  Concepts: ${concepts}`).join('\n')}`,
    { project: date < '2026-09-02' ? 'inkwell' : 'larder' },
  );

it('counts what observations are about, in all projects, the most frequent first', () => {
  const sessions = [
    observed('2026-09-02', ['New', 'caching, auth']),
    observed('2026-09-01', ['Old', 'auth'], ['Other', 'jwt']),
  ];
  const concepts = conceptsOf(sessions);
  expect(concepts.map(({ name, entries }) => [name, entries.map(({ observation }) => observation.title)])).toEqual([
    ['auth', ['New', 'Old']],
    ['caching', ['New']],
    ['jwt', ['Other']],
  ]);
  expect(concepts[0]).toMatchObject({
    projects: [
      { project: { slug: 'inkwell' }, count: 1 },
      { project: { slug: 'larder' }, count: 1 },
    ],
    beside: [{ name: 'caching', count: 1 }],
  });
});

it('takes two spellings for one concept, and leaves out what a later observation supersedes', () => {
  const old = observed('2026-09-01', ['Old', 'JWT Tokens']);
  const id = old.notebook?.observations?.[0]?.id;
  const later = noted(
    '2026-09-02',
    `## Observations\n- [P2] New\n  Concepts: jwt tokens, JWT-tokens\n  Supersedes: ${old.id}#${id}`,
  );
  expect(conceptsOf([later, old]).map(({ name, entries }) => [name, entries.length])).toEqual([['jwt-tokens', 1]]);
});

it('gives each name an address of its own that holds nothing of an odd one but letters, digits and hyphens', () => {
  const names = [
    'auth',
    '../auth',
    '..',
    '<script>',
    'a/b',
    'a-b',
    'a b',
    '日本',
    '日',
    'x'.repeat(300),
    'x'.repeat(301),
    '%2e',
    '?q',
    '#x',
    '~',
  ];
  const segments = names.map(conceptSegment);
  expect(segments[0]).toBe('auth');
  expect(new Set(segments).size).toBe(names.length);
  for (const segment of segments) expect(segment).toMatch(/^[a-z0-9-]{0,60}(?:~[0-9a-f]{13})?$/);
  expect(conceptAddress('../auth')).toMatch(/^\/concepts\/-auth~[0-9a-f]{13}\/$/);
});

it('finds the concept of an address, and has none without a name', () => {
  const concepts = conceptsOf([observed('2026-09-01', ['Old', '<script>, auth, 🔥, 👩‍🚀, 缓存, キャッシュ, ---, _'])]);
  expect(concepts.map(({ name }) => name).sort()).toEqual(
    ['<script>', 'auth', '🔥', '👩‍🚀', '缓存', 'キャッシュ'].sort(),
  );
  for (const concept of concepts) expect(conceptAt(concepts, conceptSegment(concept.name))).toBe(concept);
  expect(conceptAt(concepts, 'other')).toBeUndefined();
});
