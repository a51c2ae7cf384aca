/** `chronicle observations status` and `concepts`: a project's book in figures. */

import { conceptsOf } from '#src/archive/concepts.ts';
import { wholeBook } from '#src/archive/whole-book.ts';
import { SCOPES, TYPES_OF_OBSERVATIONS } from '#src/format/notebook/observation-kinds.ts';
import type { Session } from '#src/format/session.ts';
import { readConfig } from '#src/lib/config.ts';
import { layersOf } from '#src/record/layers.ts';
import { readObserver } from '#src/notes/observer-file.ts';
import { projectHere, sessionCheckout } from '#src/record/where.ts';
import { layoutIn } from '#src/lib/world.ts';
import { costOfReading } from '#src/notes/book.ts';
import { pendingSessions } from '#src/notes/start-context.ts';
import { newTokens } from '#src/notes/observer.ts';
import { roundTokens } from '#src/notes/observer-prompt.ts';
import { clip, oneLine } from '#src/lib/text/clip.ts';
import { counted } from '#src/lib/text/day.ts';
import { grouped } from '#src/lib/grouped.ts';
import { listed } from '#src/lib/listed.ts';
import type { Io } from '../terminal/io.ts';
import { printJson, printResult } from '../terminal/print.ts';
import { table } from '../terminal/table.ts';

/** Prints how large the book of these sessions is, what waits, and whether the agent is asked here. */
export function printStatus(io: Io, sessions: readonly Session[], isJson: boolean): void {
  const { world } = io;
  const layout = layoutIn(world);
  const { config } = readConfig(layout);
  const checkout = sessionCheckout(world, world.cwd);
  const isOn = layersOf(checkout, config, world.home).includes('observations');
  const { entries, superseded } = wholeBook(sessions);
  const tokens = entries.reduce((sum, entry) => sum + costOfReading(entry), 0);
  const counts = <Word extends string>(
    words: readonly Word[],
    of: (entry: (typeof entries)[number]) => string | null,
  ) => Object.fromEntries(words.map((word) => [word, entries.filter((entry) => of(entry) === word).length]));
  const scopes = counts(SCOPES, ({ observation }) => observation.scope);
  const types = counts(TYPES_OF_OBSERVATIONS, ({ observation }) => observation.type);
  const priorities = counts(['P1', 'P2', 'P3'], ({ observation }) => `P${observation.priority}`);
  const waiting = pendingSessions(layout, projectHere(world), world.now());
  const told = sessions.flatMap(({ facts }) => facts?.briefing ?? []);
  const [shown, used] = [told.flatMap((each) => each.shown).length, told.flatMap((each) => each.used).length];
  const last = entries.at(-1);
  const state = readObserver(layout, world.env.CLAUDE_CODE_SESSION_ID ?? '');
  const { observationThreshold, reflectionThreshold, contextThresholdPct } = config.observer;
  if (isJson) {
    const thresholds = { observationThreshold, reflectionThreshold, contextThresholdPct };
    const briefings = { sessions: told.length, shown, used };
    const pending = waiting.map(({ session, tokens: size }) => ({ session, tokens: size }));
    const book = { count: entries.length, tokens, superseded, scopes, priorities, types, last: last?.at ?? null };
    const unobserved = state === null ? null : newTokens(state);
    printJson(io, { on: isOn, thresholds, unobserved, book, pending, briefings });
    return;
  }
  const rows = [
    [
      'Layer',
      isOn
        ? `on: the agent is asked every ${grouped(observationThreshold)} tokens, and at ${contextThresholdPct} % of its context`
        : 'off here: chronicle init --layers observations',
    ],
    [
      'Book',
      `${counted(entries.length, 'observation')}, about ${grouped(tokens)} tokens; condensed above ${grouped(reflectionThreshold)}`,
    ],
    ...(superseded > 0 ? [['Superseded', grouped(superseded)]] : []),
    ...(entries.length > 0
      ? [
          ['Scopes', named(scopes)],
          ['Priorities', named(priorities)],
          ['Types', named(types)],
        ]
      : []),
    ...(last ? [['Last', `${last.at}  ${last.id}  ${clip(oneLine(last.observation.title), 80)}`]] : []),
    ...(state === null
      ? []
      : [['This session', `about ${roundTokens(newTokens(state))} tokens since the last observation`]]),
    ['Unobserved', waiting.length === 0 ? 'no session' : `${counted(waiting.length, 'session')}: chronicle pending`],
    [
      'Briefings',
      told.length === 0
        ? 'none in the transcripts yet'
        : `${counted(told.length, 'session')}; of ${counted(shown, 'record')} shown, ${used} used`,
    ],
  ];
  printResult(io, table(rows, { width: io.stdout.columns }));
}

/** Prints the concepts of these sessions, the most frequent first. */
export function printConcepts(io: Io, sessions: readonly Session[], isJson: boolean): void {
  const rows = conceptsOf(sessions).map(({ name, entries }) => ({
    concept: name,
    observations: entries.length,
    last: entries[0]?.at.slice(0, 10) ?? '',
  }));
  if (isJson) printJson(io, rows);
  else if (rows.length === 0) printResult(io, 'No observation names a concept yet.');
  else {
    const lines = rows.map(({ concept, observations, last }) => [oneLine(concept), String(observations), last]);
    printResult(io, table(lines, { head: ['Concept', 'Observations', 'Last'], right: [1], width: io.stdout.columns }));
  }
}

function named(counts: Record<string, number>): string {
  return listed(Object.entries(counts).flatMap(([word, count]) => (count === 0 ? [] : `${count} ${word}`)));
}
