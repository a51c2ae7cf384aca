import { globSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { TAGS } from '#src/format/tags.ts';
import { readFacts } from '#src/transcript/facts-file.ts';
import { overlap, sharedWords } from '#tests/support/content-words.ts';
import { type JudgedEvent, ratings, type SessionScore, scoreSession } from '#tests/support/label-score.ts';
import { LABELLED_SETS, type LabelledSession, labelledSessions } from '#tests/support/labelled-sessions.ts';
import { imported } from './imported.ts';
import { printTable } from './table.ts';

/** What the product made of a labelled session: its title as `chronicle list` shows it, and its found events. */
interface Harvested {
  session: LabelledSession;
  title: string;
  found: readonly (JudgedEvent & { from: string; shown: boolean })[];
}

/** The events of some sessions compared with their labels. */
type Scored = SessionScore & { session: LabelledSession; found: readonly JudgedEvent[] };

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
  const harvested = harvest(sets.flatMap(labelledSessions));
  const scored = (isWanted: (event: Harvested['found'][number]) => boolean): Scored[] =>
    harvested.map(({ session, found }) => {
      const events = found.filter(isWanted);
      return { session, found: events, ...scoreSession(session.labels, events, session.places) };
    });
  const [all, shown] = [scored(() => true), scored((event) => event.shown)];
  console.log(`Sets: ${sets.join(', ')}. Labels were written before the rules.\n`);
  printTags({
    all,
    stated: scored(({ from }) => from !== 'prose'),
    'from prose': scored(({ from }) => from === 'prose'),
    shown,
  });
  console.log('\nOf what a session shows, whatever its tag:\n');
  printShown(shown);
  console.log('');
  printSessions(harvested, all);
  if (values.misses) for (const each of all) printMisses(each);
}

function harvest(sessions: readonly LabelledSession[]): Harvested[] {
  return imported(sessions, (home, chronicle) => {
    const titles = JSON.parse(chronicle('list', '--json', '--limit', '10000')) as { id: string; title: string }[];
    const facts = globSync('projects/*/chronicle/facts/*.json', { cwd: home }).flatMap(
      (path) => readFacts(join(home, path)).facts ?? [],
    );
    return sessions.map((session) => ({
      session,
      title: titles.find(({ id }) => id === session.id)?.title ?? '',
      found: facts.find(({ head }) => head.session_id === session.id)?.found ?? [],
    }));
  });
}

/** Recall and precision of each tag, for all found events and for parts of them. */
function printTags(parts: Record<string, readonly Scored[]>): void {
  const row = (name: string, isTag: (event: { tag: string }) => boolean) => {
    const figures = Object.values(parts).flatMap((scores) => {
      const right = scores.flatMap((score) => score.right);
      const missed = scores.flatMap((score) => score.missed).filter(isTag).length;
      const wrong = scores.flatMap((score) => score.wrong).filter(isTag).length;
      const hits = right.filter(({ label }) => isTag(label)).length;
      const good = right.filter(({ found }) => isTag(found)).length;
      return [share(hits, hits + missed), `${share(good, good + wrong)} of ${good + wrong}`];
    });
    return [name, ...figures];
  };
  printTable([
    ['tag', ...Object.keys(parts).flatMap((name) => [`recall, ${name}`, 'precision'])],
    ...TAGS.map((tag) => row(tag, (event) => event.tag === tag)),
    row('all', () => true),
  ]);
}

/** What a reader sees of each session: how much of it is true, how much they want, and how much of what they want is there. */
function printShown(shown: readonly Scored[]): void {
  const rated = shown.flatMap((score) => ratings(score, score.session));
  const important = shown.flatMap(({ session }) => session.labels.filter((label) => label.important));
  const there = shown.flatMap(({ right }) => right.filter(({ label }) => label.important));
  const atLeast = (least: number) => share(rated.filter(({ rating }) => rating >= least).length, rated.length);
  printTable([
    ['figure', 'share'],
    ['true', atLeast(1)],
    ['important', atLeast(2)],
    ['of all important labels', share(there.length, important.length)],
  ]);
  const events = shown.reduce((sum, { found }) => sum + found.length, 0);
  console.log(`\n${events} events are shown, ${events - rated.length} of them repeat another one and are not counted.`);
}

function printSessions(harvested: readonly Harvested[], scores: readonly Scored[]): void {
  const labelled = scores.filter(({ session }) => session.labels.length > 0);
  const empty = labelled.filter(({ found }) => found.length === 0);
  const right = scores.flatMap((score) => score.right);
  const worded = right.filter(({ label, found }) => sharedWords(label.text, found.text) >= 2);
  const titles = harvested.map(({ session, title }) => overlap(session.title, title));
  const mean = titles.reduce((sum, each) => sum + each, 0) / titles.length;
  printTable([
    ['over all sessions', 'figure'],
    ['sessions, and those with labels', `${harvested.length}, ${labelled.length}`],
    ['labelled sessions without any found event', `${empty.length} of ${labelled.length}`],
    ['found events that share two content words with their label', share(worded.length, right.length)],
    ['content words that titles share with good titles, of all in both', mean.toFixed(2)],
  ]);
}

function printMisses({ session, missed, wrong }: Scored): void {
  console.log(`\n### ${session.name}`);
  for (const { tag, text } of missed) console.log(`  missed    [${tag}] ${text}`);
  for (const { tag, text } of wrong) console.log(`  unlabelled [${tag}] ${text}`);
}

function share(part: number, whole: number): string {
  return whole === 0 ? '-' : (part / whole).toFixed(2);
}
