/** The index and a reading of all files give the same answers. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Archive } from '#src/node/archive/archive.ts';
import { openArchive } from '#src/node/archive/open-archive.ts';
import { sampleDirectory } from '#src/node/package-root.ts';
import { ArchiveFinder, type Finder } from '#src/node/recall/finder.ts';
import { openIndex } from '#src/node/recall/index-file.ts';
import { IndexFinder } from '#src/node/recall/index-finder.ts';
import { layoutOf } from '#src/project/paths.ts';
import { questionOf } from '#src/recall/tokens.ts';
import { parseQuery } from '#src/search/parse-query.ts';
import { EMPTY_QUERY } from '#src/search/query.ts';
import { writeArchive } from '#tests/bench/archive-of.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

const QUERIES = [
  'redirect',
  'the',
  'a',
  'red',
  'Redirect COOKIE',
  'parse',
  'no_push',
  '"the test"',
  '"redirect"',
  '"the cookie is"',
  '-the redirect',
  '-"the test" test',
  '-the',
  'tag:miss',
  'tag:miss since:2026-10 the',
  'kind:prompt the',
  'kind:observation',
  'kind:note',
  'concept:caching',
  'type:decision',
  'scope:global',
  'type:decision the',
  'month:2026-10 kind:commit',
  'until:2026-09 redirect',
  'branch:main',
  'branch:MAIN the',
  'on:laptop',
  'on:LAPTOP the',
  'on:nobody',
  'project:larder test',
  'task:LAR-30',
  'src/',
  'ts',
  '$HOME',
  '#',
  'c++',
  '🎉',
  '日本',
  'über',
  `${'x'.repeat(100)}`,
  'zzzz-nothing',
  'NEAR',
  'AND OR NOT',
  'head:x',
  'x*',
  '^the',
  '(the',
];

const QUESTIONS = [
  'did we solve the flaky redirect test before?',
  'redirect cookie',
  'rediret cooky',
  'parseChronicle',
  'src/auth.ts',
  'the of',
  'why is the build slow',
  '日本語',
  'NEAR(the "test" ^)',
  'head : rest',
  '"',
  '*',
  '',
  '\u0000',
  'e\u0301cole',
  'migration '.repeat(200),
];

const projects = (finder: Finder) =>
  finder
    .projects()
    .map(({ slug }) => slug)
    .sort();

function sameAnswers(name: string, roots: () => string[]) {
  describe(name, () => {
    let index: Finder;
    let scan: Finder;
    let archive: Archive;
    const machines = () => new Map([[roots()[0] ?? '', 'laptop']]);

    beforeAll(() => {
      const layout = layoutOf(temporaryDirectory());
      const database = openIndex(layout, { roots: roots(), now: Date.now() });
      if (typeof database === 'string') throw new Error(database);
      archive = openArchive({ roots: roots(), machines: machines(), origin: 'own', watch: false });
      index = new IndexFinder(database, machines());
      scan = new ArchiveFinder(archive);
      return () => {
        database.close();
        archive.close();
      };
    });

    it.each(QUERIES)('search %s', (words) => {
      const { query } = parseQuery(words);
      for (const limit of [3, 100_000]) expect(index.search(query, limit)).toEqual(scan.search(query, limit));
    });

    it.each(QUESTIONS)('question %s', (words) => {
      const filters = [EMPTY_QUERY, parseQuery('kind:event').query, parseQuery(`project:${projects(scan)[0]}`).query];
      for (const filter of filters) {
        const found = index.rank(questionOf(words), filter);
        const expected = scan.rank(questionOf(words), filter);
        expect(found.map(({ item }) => item)).toEqual(expected.map(({ item }) => item));
        for (const [i, { score }] of found.entries()) expect(score).toBeCloseTo(expected[i]?.score ?? 0, 6);
      }
    });

    it('lists', () => {
      const [slug = ''] = projects(scan);
      const all = { projects: null, since: null, until: null, on: null, machine: null, from: null, file: null };
      const file = archive.snapshot.sessions.flatMap((session) => archive.filesOf(session))[0]?.path ?? '';
      for (const filter of [
        all,
        { ...all, projects: [slug] },
        { ...all, since: '2026-10' },
        { ...all, until: '2026-09-30', projects: [] },
        { ...all, on: archive.snapshot.sessions[0]?.chronicle.frontMatter.date.slice(5) ?? '' },
        { ...all, on: '02-29' },
        { ...all, machine: 'Laptop' },
        { ...all, machine: 'nobody' },
        { ...all, from: 'claude-mem' },
        { ...all, file },
        { ...all, file: file.split('/').at(-1) ?? '' },
        { ...all, file: `${file.split('/')[0]}/` },
        { ...all, file: '/' },
        { ...all, file: 'ÄÖ' },
      ])
        for (const limit of [5, 100_000]) expect(index.list(filter, limit)).toEqual(scan.list(filter, limit));
    });

    it('names', () => {
      expect(index.size).toBe(scan.size);
      expect(projects(index)).toEqual(projects(scan));
      for (const of of ['branch', 'task', 'session', 'from'] as const)
        expect([...index.names(of)].sort()).toEqual([...scan.names(of)].sort());
    });

    it('reads a session as the archive does', () => {
      for (const session of archive.snapshot.sessions.slice(0, 20)) {
        const [found] = index.sessionsWith({ session: session.id });
        expect(found).toEqual({ ...session, factsDigest: found?.factsDigest });
        expect(found && index.factsOf(found)).toEqual(archive.factsOf(session));
      }
    });
  });
}

sameAnswers('in the sample', () => [join(sampleDirectory(), 'projects')]);

/** Words whose parts meet in many ways, in texts that repeat them. */
const PIECES = [
  're',
  'direct',
  'redirect',
  'Re',
  'Direct',
  '_',
  '.',
  '/',
  'a',
  'A',
  'r',
  'é',
  '認証',
  '🎉',
  '$',
  's',
  'x1',
];

describe('in texts of odd words', () => {
  const word = fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(''));
  const words = fc.array(word, { minLength: 1, maxLength: 5 }).map((each) => each.join(' '));
  const query = fc
    .array(
      fc.tuple(word, words, fc.constantFrom('word', 'phrase', 'without')).map(([one, more, form]) => {
        if (form === 'word') return one;
        return form === 'phrase' ? `"${more}"` : `-"${more}"`;
      }),
      { minLength: 1, maxLength: 3 },
    )
    .map((each) => each.join(' '));

  it('finds the same', { tags: 'long' }, () => {
    const config = temporaryDirectory();
    const chronicles = join(config, 'projects', '-home-me-odd', 'chronicle');
    mkdirSync(chronicles, { recursive: true });
    const texts = fc.sample(words, { numRuns: 400, seed: 19 });
    for (let i = 0; i < 20; i++)
      writeFileSync(
        join(chronicles, `2026-10-0${(i % 9) + 1}-odd-${i}.md`),
        chronicleOf(i, texts.slice(i * 20, i * 20 + 20)),
      );
    const roots = [join(config, 'projects')];
    const database = openIndex(layoutOf(config), { roots, now: Date.now() });
    if (typeof database === 'string') throw new Error(database);
    const archive = openArchive({ roots, origin: 'own', watch: false });
    const [index, scan] = [new IndexFinder(database), new ArchiveFinder(archive)];
    fc.assert(
      fc.property(query, (text) => {
        const { query: asked } = parseQuery(text);
        expect(index.search(asked, 15)).toEqual(scan.search(asked, 15));
        const [found, expected] = [index, scan].map((finder) => finder.rank(questionOf(text), EMPTY_QUERY));
        expect(found).toEqual(expected);
      }),
      { numRuns: 300 },
    );
    database.close();
    archive.close();
  });
});

function chronicleOf(n: number, texts: readonly string[]): string {
  const events = texts.map(
    (text, i) => `- 10:${String(i).padStart(2, '0')} [${i % 2 ? 'ERROR' : 'DECISION'}] ${text}\n`,
  );
  return `---
session_id: 3f6c2a10-0000-4000-8000-0000000000${String(n).padStart(2, '0')}
cwd: /home/me/odd
branch: re/direct-${n % 3}
task: ODD-1
date: 2026-10-0${(n % 9) + 1}
started: 2026-10-0${(n % 9) + 1}T10:00:00Z
---

## Events

${events.join('')}`;
}

let generated = '';
sameAnswers('in a generated archive', () => {
  if (generated === '') {
    generated = temporaryDirectory();
    writeArchive(generated, 40);
  }
  return [join(generated, 'projects')];
});
