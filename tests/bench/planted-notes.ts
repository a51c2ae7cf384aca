/**
 * Sessions with and without the notebook, and a planted effect on how often failing commands are repeated, so that it is
 * known what a comparison should find.
 */
import type { Session } from '#src/chronicle/session.ts';
import { dayAfter } from '#src/value/calendar-day.ts';
import { someFacts } from '../support/some-facts.ts';
import type { Random } from './random.ts';

export interface NotesPlan {
  /** The probability that a command is the one that repeats a failing one, without the notebook. */
  rate: number;
  /** The same with the notebook, relative to without. */
  ratio: number;
  /** How many sessions have the notebook and how many do not. */
  sessions: { on: number; off: number };
  /** How much longer sessions with the notebook are. */
  longer?: number;
  /** How much the rate differs between sessions: the standard deviation of its logarithm. */
  spread?: number;
  /** The rate at the end of a session, relative to its beginning, over 100 commands. */
  growth?: number;
  /** A repetition takes four failures of one command, so that the rate follows from how runs of failures grow. */
  isStreak?: boolean;
  /** The rate drifts evenly over the archive to this multiple of its initial value; sessions with the notebook come last. */
  drift?: number;
}

/** The repeats of a session as its facts have them. */
interface Planted {
  notes: 'on' | 'off';
  repeats: { runs: number; until: number; commands: number; failures: number };
}

/** The typical number of commands of a session; one in six has more than 2.7 times as many. */
const TYPICAL = 25;
const MOST = 600;

/** The sessions of one archive, oldest first. */
export function plantedNotes(plan: NotesPlan, random: Random): Planted[] {
  const { rate, ratio, sessions, longer = 1, spread = 0, drift = 1 } = plan;
  const all = sessions.off + sessions.on;
  return Array.from({ length: all }, (_, place) => {
    const notes = place < sessions.off ? 'off' : 'on';
    const length = Math.exp(Math.log(TYPICAL) + gaussian(random)) * (notes === 'on' ? longer : 1);
    const runs = Math.min(MOST, Math.max(1, Math.round(length)));
    const drifted = rate * (1 + ((drift - 1) * place) / (all - 1));
    const own = drifted * Math.exp(spread * gaussian(random)) * (notes === 'on' ? ratio : 1);
    const until = plan.isStreak ? streakAt(own, runs, random) : repetitionAt(own, plan.growth ?? 1, runs, random);
    const commands = until === null ? 0 : 1;
    return { notes, repeats: { runs, until: until ?? runs, commands, failures: commands } };
  });
}

/** The first command that repeats a failing one; null if none of `runs` does. */
function repetitionAt(rate: number, growth: number, runs: number, random: Random): number | null {
  for (let run = 1; run <= runs; run++) {
    if (random() < rate * (1 + ((growth - 1) * Math.min(run, 100)) / 100)) return run;
  }
  return null;
}

/** Of three commands that are run again and again, the fourth failure of one since it passed. They fail more often with the rate. */
function streakAt(rate: number, runs: number, random: Random): number | null {
  const failures = [0, 0, 0];
  const fails = Math.min(0.9, rate ** 0.25);
  for (let run = 1; run <= runs; run++) {
    const command = Math.floor(random() * failures.length);
    failures[command] = random() < fails ? (failures[command] ?? 0) + 1 : 0;
    if (failures[command] === 4) return run;
  }
  return null;
}

/** A normal deviate, by Box and Muller. */
function gaussian(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

const HEAD = someFacts().head;
const PROJECT = { slug: 'synthetic', name: 'synthetic', directory: '-synthetic', root: null };

/** An archive of attended sessions with these facts, newest first. */
export function plantedSessions(planted: readonly Planted[]): Session[] {
  return planted.map(plantedSession).reverse();
}

function plantedSession({ notes, repeats }: Planted, index: number): Session {
  const date = dayAfter('2020-01-01', index);
  const id = `s-${index}`;
  const frontMatter = { session_id: id, date, branch: 'main', task: '', started: `${date}T10:00:00Z` };
  const summary = { kind: 'none' as const, lead: '', narrative: null };
  return {
    id,
    project: PROJECT,
    name: `${date}-main`,
    path: `/${id}.md`,
    digest: '',
    chronicle: { frontMatter, events: [], strays: [], summary },
    facts: { ...HEAD, session_id: id, layers: { notes }, repeats },
    problems: [],
    outdated: false,
  };
}
