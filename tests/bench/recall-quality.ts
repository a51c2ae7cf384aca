import { indexOfRecords, type Places, placesOf, qualityOf } from './recall-places.ts';
import { labelledQuestions, labelledRecords } from './recall-set.ts';
import { printTable } from './table.ts';

/** How well `search` and `recall` find what labelled questions ask for, by half, kind and language. */
export async function run(): Promise<void> {
  const records = labelledRecords();
  const questions = labelledQuestions();
  console.log(`${questions.length} questions over ${records.length} records.\n`);
  const database = indexOfRecords(records);
  const places = placesOf(database, questions);
  database.close();
  const groups = [
    ...Map.groupBy(questions.keys(), (i) => questions[i]?.half ?? ''),
    ...Map.groupBy(questions.keys(), (i) => questions[i]?.kind ?? ''),
    ...Map.groupBy(questions.keys(), (i) => `language ${questions[i]?.language}`),
  ];
  printTable([
    ['questions', 'n', 'hit@1', 'hit@5', 'hit@10', 'MRR'],
    ...groups.map(([name, at]) => [name, String(at.length), ...figures(at.map((i) => places[i] ?? 0))]),
  ]);
}

function figures(places: Places): string[] {
  const { hit1, hit5, hit10, mrr } = qualityOf(places);
  return [...[hit1, hit5, hit10].map((part) => (100 * part).toFixed(1)), mrr.toFixed(3)];
}
