import { expect, it } from 'vitest';
import { conceptsOf } from '#src/archive/concepts.ts';
import { conceptAddress } from '#src/lib/text/page-address.ts';
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

it('leads to a search for a concept, whatever its name is', () => {
  expect(conceptAddress('auth')).toBe('/search/?q=concept%3A%22auth%22');
  expect(conceptAddress('"><b>\ud800 x')).toBe('/search/?q=concept%3A%22%20%3E%3Cb%3E%EF%BF%BD%20x%22');
});

it('has no concept without a name', () => {
  const concepts = conceptsOf([observed('2026-09-01', ['Old', '<script>, auth, 🔥, 👩‍🚀, 缓存, キャッシュ, ---, _'])]);
  expect(concepts.map(({ name }) => name).sort()).toEqual(
    ['<script>', 'auth', '🔥', '👩‍🚀', '缓存', 'キャッシュ'].sort(),
  );
});
