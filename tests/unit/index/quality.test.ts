/** What `npm run bench -- search` measures in full: the ranking finds what labelled questions ask for. */
import { expect, it } from 'vitest';
import { indexOfRecords, placesOf, qualityOf } from '#tests/bench/recall-places.ts';
import { labelledQuestions, labelledRecords } from '#tests/bench/recall-set.ts';

const questions = labelledQuestions();
const records = labelledRecords();

it('every answer to a labelled question is a record', () => {
  const ids = new Set(records.map(({ anchor }) => anchor));
  expect(questions.flatMap(({ answers }) => answers).filter((id) => !ids.has(id))).toEqual([]);
});

it.each(['development', 'held out'] as const)('answers to the %s questions come first often enough', (half) => {
  const database = indexOfRecords(records);
  const { mrr } = qualityOf(
    placesOf(
      database,
      questions.filter((question) => question.half === half),
    ),
  );
  database.close();
  expect(mrr).toBeGreaterThanOrEqual(0.75);
});
