import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { TAGS } from '#src/format/tags.ts';
import { overlap, sharedWords } from '#tests/support/content-words.ts';
import { type JudgedEvent, ratings, type SessionScore, scoreSession } from '#tests/support/label-score.ts';
import { LABELLED_SETS, type LabelledSession, labelledSessions } from '#tests/support/labelled-sessions.ts';
import { imported } from './imported.ts';
import { printTable } from './table.ts';

/** What the product made of a labelled session. */
interface Harvested {
  session: LabelledSession;
  /** As `chronicle list` shows it. */
  title: string;
  found: (JudgedEvent & { shown: boolean })[];
  score: SessionScore;
}

/**
 * Imports the labelled sessions with the product's own command, and compares what it wrote with the labels. The held-out set is
 * only measured with `--set held-out`; never tune a rule on it. `--misses` lists labels that were not found, and events
 * without a label.
 */
export async function run(): Promise<void> {
  const { values } = parseArgs({
    options: { set: { type: 'string', multiple: true }, misses: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const asked = values.set ?? ['development', 'client'];
  const sets = LABELLED_SETS.filter((set) => asked.includes(set));
  if (sets.length < asked.length) throw new Error(`The sets are ${LABELLED_SETS.join(', ')}.`);
  const sessions = sets.flatMap(labelledSessions);
  const harvested = harvest(sessions);
  console.log(`Sets: ${sets.join(', ')}. Labels were written before the rules.\n`);
  printTags(harvested);
  console.log('\nOf these, what a session shows:\n');
  printShown(harvested);
  console.log('');
  printSessions(harvested);
  if (values.misses) printMisses(harvested);
}

function harvest(sessions: readonly LabelledSession[]): Harvested[] {
  return imported(sessions, (home, chronicle) => {
    const titles = Titles.parse(JSON.parse(chronicle('list', '--json', '--limit', '10000')));
    const paths = globSync('projects/*/chronicle/facts/*.json', { cwd: home });
    const facts = new Map(
      paths.map((path) => {
        const { head, found } = Facts.parse(JSON.parse(readFileSync(join(home, path), 'utf8')));
        return [head.session_id, found];
      }),
    );
    return sessions.map((session) => {
      const found = (facts.get(session.id) ?? []).map(({ from, ...event }): Harvested['found'][number] => ({
        ...event,
        kind: from === 'prose' ? 'candidate' : 'recorded',
      }));
      const title = titles.find(({ id }) => id === session.id)?.title ?? '';
      return { session, title, found, score: scoreSession(session.labels, found, session.places) };
    });
  });
}

const Titles = z.array(z.looseObject({ id: z.string(), title: z.string() }));
const Facts = z.looseObject({
  head: z.looseObject({ session_id: z.string() }),
  found: z.array(
    z.object({ tag: z.enum(TAGS), text: z.string(), record: z.string(), from: z.string(), shown: z.boolean() }),
  ),
});

function printTags(harvested: readonly Harvested[]): void {
  const scores = harvested.map(({ score }) => score);
  const right = scores.flatMap((score) => score.right);
  const missed = scores.flatMap((score) => score.missed);
  const wrong = scores.flatMap((score) => score.wrong);
  const repeated = scores.flatMap((score) => score.repeated);
  const row = (name: string, isTag: (event: { tag: string }) => boolean) => {
    const hits = right.filter(({ label }) => isTag(label)).length;
    const labels = hits + missed.filter(isTag).length;
    const said = right.filter(({ label, found }) => isTag(label) && saysIt(label, found)).length;
    const precision = (kind: JudgedEvent['kind']) => {
      const good = right.filter(({ found }) => found.kind === kind && isTag(found)).length;
      const bad = wrong.filter((event) => event.kind === kind && isTag(event)).length;
      const again = repeated.filter((event) => event.kind === kind && isTag(event)).length;
      return [`${good} of ${good + bad}`, share(good, good + bad), again];
    };
    return [
      name,
      labels,
      hits,
      share(hits, labels),
      share(said, labels),
      ...precision('recorded'),
      ...precision('candidate'),
    ];
  };
  const used = TAGS.filter((tag) =>
    [...right.map(({ label }) => label), ...missed, ...wrong].some((one) => one.tag === tag),
  );
  printTable([
    [
      'tag',
      'labels',
      'found',
      'recall',
      'in words',
      'stated',
      'precision',
      'repeats',
      'from prose',
      'precision',
      'repeats',
    ],
    ...used.map((tag) => row(tag, (event) => event.tag === tag)),
    row('all', () => true),
  ]);
}

/** What a reader sees of each session: how much of it is true, how much they want, and how much of what they want is there. */
function printShown(harvested: readonly Harvested[]): void {
  const shown = harvested.map(({ session, found }) => {
    const events = found.filter((event) => event.shown);
    const score = scoreSession(session.labels, events, session.places);
    return { labels: session.labels, events, score, rated: ratings(score, session) };
  });
  const right = shown.flatMap(({ score }) => score.right);
  const rated = shown.flatMap((one) => one.rated);
  const all = shown.flatMap(({ labels }) => labels);
  const row = (name: string, isTag: (event: { tag: string }) => boolean) => {
    const labels = all.filter(isTag);
    const hits = right.filter(({ label }) => isTag(label)).map(({ label }) => label);
    const important = (events: typeof labels) => events.filter((label) => label.important).length;
    const ratingsOfTag = rated.filter(({ event }) => isTag(event)).map(({ rating }) => rating);
    const atLeast = (least: number) =>
      share(ratingsOfTag.filter((rating) => rating >= least).length, ratingsOfTag.length);
    const good = right.filter(({ found }) => isTag(found)).length;
    return [
      name,
      ...[labels.length, share(hits.length, labels.length)],
      ...[important(labels), share(important(hits), important(labels))],
      ...[ratingsOfTag.length, share(good, ratingsOfTag.length), atLeast(1), atLeast(2)],
    ];
  };
  const used = TAGS.filter((tag) => [...all, ...rated.map(({ event }) => event)].some((one) => one.tag === tag));
  printTable([
    ['tag', 'labels', 'recall', 'important', 'recall', 'shown', 'precision', 'true', 'important'],
    ...used.map((tag) => row(tag, (event) => event.tag === tag)),
    row('all', () => true),
  ]);
  const events = shown.reduce((sum, one) => sum + one.events.length, 0);
  console.log(
    `\n${events} events are shown, ${events - rated.length} of them repeat another one and are in no other figure. ` +
      '"True" and "important" ask what an event says and not for its tag.',
  );
}

function printSessions(harvested: readonly Harvested[]): void {
  const labelled = harvested.filter(({ session }) => session.labels.length > 0);
  const empty = labelled.filter(({ found }) => found.length === 0);
  const right = harvested.flatMap(({ score }) => score.right);
  const worded = right.filter(({ label, found }) => saysIt(label, found));
  const titles = harvested.map(({ session, title }) => overlap(session.title, title));
  printTable([
    ['over all sessions', 'figure'],
    ['sessions, and those with labels', `${harvested.length}, ${labelled.length}`],
    ['labelled sessions without any found event', `${empty.length} of ${labelled.length}`],
    ['found events that share two content words with their label', share(worded.length, right.length)],
    ['content words that titles share with good titles, of all in both', mean(titles)],
    ['the same for English sessions', mean(titles.filter((_, n) => harvested[n]?.session.language === 'en'))],
  ]);
}

function printMisses(harvested: readonly Harvested[]): void {
  for (const { session, title, score } of harvested) {
    console.log(`\n### ${session.name}: ${title}\n    good title: ${session.title}`);
    for (const { tag, text } of score.missed) console.log(`  missed    [${tag}] ${text}`);
    for (const { tag, text, kind } of score.wrong) console.log(`  unlabelled ${kind} [${tag}] ${text}`);
    for (const { tag, text, kind } of score.repeated) console.log(`  repeated  ${kind} [${tag}] ${text}`);
    for (const { label, found } of score.right)
      console.log(
        `  right     ${found.kind} [${found.tag}] ${found.text}\n            label: [${label.tag}] ${label.text}`,
      );
  }
}

/** Whether an event has at least two content words of its label: it was not only found near it. */
const saysIt = (label: { text: string }, found: { text: string }) => sharedWords(label.text, found.text) >= 2;
const share = (part: number, whole: number) => (whole === 0 ? '-' : (part / whole).toFixed(2));
const mean = (figures: readonly number[]) =>
  figures.length === 0 ? '-' : (figures.reduce((sum, figure) => sum + figure, 0) / figures.length).toFixed(2);
