/** What `npm run bench -- recall-quality` measures in full: the ranking still finds what it found. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sampleDirectory } from '#src/node/package-root.ts';
import { openIndex } from '#src/node/recall/index-file.ts';
import { IndexFinder } from '#src/node/recall/index-finder.ts';
import { layoutOf } from '#src/project/paths.ts';
import { questionOf } from '#src/recall/tokens.ts';
import { EMPTY_QUERY } from '#src/search/query.ts';
import { RECORD_KINDS } from '#src/search/record.ts';
import { labelledQuestions, labelledRecords } from '#tests/bench/recall-set.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

const questions = labelledQuestions();
const development = questions.filter(({ half }) => half === 'development');

it('every answer to a labelled question is a record', () => {
  const ids = new Set(labelledRecords().map(({ anchor }) => anchor));
  expect(questions.flatMap(({ answers }) => answers).filter((id) => !ids.has(id))).toEqual([]);
});

it('finds answers to questions about the sample among the first ten', () => {
  const roots = [join(sampleDirectory(), 'projects')];
  const database = openIndex(layoutOf(temporaryDirectory()), { roots, now: Date.now() });
  if (typeof database === 'string') throw new Error(database);
  const finder = new IndexFinder(database);
  const asked = development.filter(({ answers }) => answers.some((id) => /^[eno]-/.test(id)));
  const found = asked.filter(({ words, answers }) =>
    finder
      .rank(questionOf(words), { ...EMPTY_QUERY, kinds: RECORD_KINDS })
      .slice(0, 10)
      .some(({ item }) => answers.includes(item.anchor)),
  );
  database.close();
  expect(found.length).toBeGreaterThanOrEqual(31);
});
