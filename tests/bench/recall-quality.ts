import type { FoundRecord } from '#src/recall/found.ts';
import { questionOf } from '#src/recall/tokens.ts';
import { seeded } from './random.ts';
import { candidates } from './recall-candidates.ts';
import { type Ranking, steps, today, withoutStems } from './recall-rankings.ts';
import { type LabelledQuestion, labelledQuestions, labelledRecords } from './recall-set.ts';
import { printTable } from './table.ts';

/** The place of the first record that answers each question; 0 if none is found. */
type Places = readonly number[];

/** How often resampling is repeated for an interval. */
const RESAMPLES = 2000;
const HALVES = ['development', 'held out'] as const;

/** How well `recall` finds what labelled questions ask for, step by step, and what other rankings would add. */
export async function run(): Promise<void> {
  const records = labelledRecords();
  const questions = labelledQuestions();
  const halves = HALVES.map((half) => questions.filter((question) => question.half === half));
  console.log(
    `${questions.length} questions over ${records.length} records; ${HALVES.map((half, i) => `${halves[i]?.length} ${half}`).join(', ')}.`,
  );
  console.log(`${paraphrases(questions, records)} of them share at most half of their words with each answer.\n`);
  const asToday = today(records);
  const measured = (rankings: ReadonlyMap<string, Ranking>) =>
    [...rankings].map(([name, ranking]) => ({ name, places: placesOf(questions, ranking) }));
  const stepwise = measured(steps(records, asToday));
  const others = measured(candidates(records, asToday));
  const base = placesOf(questions, asToday);
  const head = ['hit@1', 'hit@5', 'hit@10', 'MRR'];
  const changes = 'change of MRR (95 %), better:worse';
  for (const half of HALVES) {
    const own = (all: Places) => all.filter((_, i) => questions[i]?.half === half);
    console.log(`\n${half}, each step against the one above:\n`);
    printTable([
      ['ranking', ...head, changes],
      ...stepwise.map(({ name, places }, i) => {
        const above = stepwise[i - 1]?.places;
        return [name, ...quality(own(places)), above ? difference(own(places), own(above)) : ''];
      }),
    ]);
    console.log(`\n${half}, each alone on top of today, against today:\n`);
    printTable([
      ['candidate', ...head, changes],
      ...others.map(({ name, places }) => [name, ...quality(own(places)), difference(own(places), own(base))]),
    ]);
  }
  const groups = [
    ...Map.groupBy(questions.keys(), (i) => questions[i]?.kind ?? ''),
    ...Map.groupBy(questions.keys(), (i) => `language ${questions[i]?.language}`),
  ];
  // Neither has near words, so that only the stems differ.
  const stemmed = stepwise.find(({ name }) => name === '+ phrase boost')?.places ?? [];
  const unstemmed = placesOf(questions, withoutStems(records));
  console.log('\nToday, both halves, by kind and language; then what stems change, without near words:\n');
  printTable([
    ['questions', 'n', ...head, 'MRR stems', 'MRR no stems', changes],
    ...groups.map(([name, indexes]) => {
      const at = [...indexes];
      const of = (all: Places) => at.map((i) => all[i] ?? 0);
      const [withStems, without] = [of(stemmed), of(unstemmed)];
      return [
        ...[name, at.length, ...quality(of(base))],
        ...[quality(withStems)[3] ?? '', quality(without)[3] ?? '', difference(withStems, without)],
      ];
    }),
  ]);
}

function placesOf(questions: readonly LabelledQuestion[], ranking: Ranking): Places {
  return questions.map(
    ({ words, answers }) => ranking(words).findIndex(({ item }) => answers.includes(item.anchor)) + 1,
  );
}

/** hit@1, hit@5 and hit@10 in per cent, and the mean reciprocal rank. */
function quality(places: Places): string[] {
  const within = (most: number) => places.filter((place) => place > 0 && place <= most).length / places.length;
  return [...[1, 5, 10].map((most) => (100 * within(most)).toFixed(1)), mean(places.map(reciprocal)).toFixed(3)];
}

/** How much the mean reciprocal rank differs, with the interval of a paired bootstrap, and how many questions do better and worse. */
function difference(places: Places, base: Places): string {
  const gains = places.map((place, i) => reciprocal(place) - reciprocal(base[i] ?? 0));
  const random = seeded(7);
  const means = Array.from({ length: RESAMPLES }, () =>
    mean(gains.map(() => gains[Math.floor(random() * gains.length)] ?? 0)),
  ).sort((a, b) => a - b);
  const at = (share: number) => signed(means[Math.floor(share * RESAMPLES)] ?? 0);
  const better = gains.filter((gain) => gain > 0).length;
  const worse = gains.filter((gain) => gain < 0).length;
  return `${signed(mean(gains))} (${at(0.025)} to ${at(0.975)}), ${better}:${worse}`;
}

/** How many questions share at most half of their telling words with each of their answers. */
function paraphrases(questions: readonly LabelledQuestion[], records: readonly FoundRecord[]): number {
  return questions.filter(({ words, answers }) => {
    const { terms } = questionOf(words);
    return records
      .filter(({ anchor }) => answers.includes(anchor))
      .every(({ text }) => {
        const having = new Set(questionOf(text).terms);
        return terms.filter((term) => having.has(term)).length <= terms.length / 2;
      });
  }).length;
}

function reciprocal(place: number): number {
  return place > 0 ? 1 / place : 0;
}

function mean(figures: readonly number[]): number {
  return figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
}

function signed(figure: number): string {
  return `${figure < 0 ? '−' : '+'}${Math.abs(figure).toFixed(3)}`;
}
