import { appendFileSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LAYERS } from '#src/lib/layers.ts';
import { newObserverState, writeObserverState } from '#src/record/observer-state.ts';
import { ROOT } from '#tests/support/root.ts';
import { type Case, environment, plain, report, runRounds } from './hook-cases.ts';
import { timeProcess } from './timed-process.ts';

const DIST = join(ROOT, 'hooks/dist');
/** Other sessions whose state is kept. */
const SESSIONS = 10_000;
/** The bookkeeping and results before the turn that is measured (bytes). */
const LONG = 100e6;
/** A turn with 10,000 tokens of text, and three times as much that does not count. */
const TURN = [
  { type: 'user', message: { role: 'user', content: 'abc '.repeat(1000) } },
  ...Array.from({ length: 30 }, (_, n) => ({
    type: 'user',
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: `t${n}`, content: 'x'.repeat(4000) }] },
  })),
  { type: 'assistant', message: { role: 'assistant', content: [{ type: 'text', text: 'abc '.repeat(9000) }] } },
];
const HUGE = { type: 'user', message: { content: [{ type: 'tool_result', content: 'x'.repeat(1_000_000) }] } };

/**
 * What the end of a turn costs, as whole processes against `node -e 0`, run one after the other in each round: without the
 * layer, in an idle session, after a turn, when the agent is asked, and after a turn of several megabytes. The transcript is
 * long before the turn, and 10,000 other sessions have a state.
 */
export async function run(): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'bench-stop-'));
  try {
    const on = place(home, 'on', { layers: LAYERS });
    const off = place(home, 'off', { layers: ['log', 'notes'] });
    const asking = place(home, 'asking', { layers: LAYERS, observationThreshold: 5000 });
    const cases: Case[] = [
      plain(on),
      stop('Stop, layer off', off, [], 0),
      stop('Stop, idle', on, null, 0),
      stop('Stop after a turn (160 kB)', on, TURN, 0),
      stop('Stop that asks', asking, TURN, 2),
      stop('Stop after a turn of 4 MB', on, [HUGE, HUGE, HUGE, HUGE, ...TURN], 0),
    ];
    runRounds(cases);
    report(cases);
  } finally {
    rmSync(home, { recursive: true });
  }
}

function place(home: string, name: string, settings: object): string {
  const directory = join(home, name);
  mkdirSync(join(directory, 'project'), { recursive: true });
  const index = join(directory, 'config/session-chronicle/index/observer');
  mkdirSync(index, { recursive: true });
  writeFileSync(join(directory, 'config/session-chronicle/config.json'), JSON.stringify(settings));
  for (let n = 0; n < SESSIONS; n++) writeFileSync(join(index, `other-${n}`), writeObserverState(newObserverState()));
  const line = `${JSON.stringify({ type: 'api-request-blob', text: 'x'.repeat(1_000_000) })}\n`;
  for (let size = 0; size < LONG; size += line.length) appendFileSync(transcriptIn(directory), line);
  return directory;
}

const transcriptIn = (directory: string) => join(directory, 'transcript.jsonl');

/** The end of a turn with these records; null for a session in which nothing was said since the last one. */
function stop(name: string, directory: string, turn: readonly object[] | null, code: number): Case {
  const cwd = join(directory, 'project');
  const transcript = transcriptIn(directory);
  const hook = (word: string, id: string, fields: object, exit = 0) => {
    const input = JSON.stringify({ session_id: id, transcript_path: transcript, cwd, ...fields });
    const command = [process.execPath, join(DIST, 'chronicle.cjs'), word];
    return timeProcess(command, input, environment(directory, id), cwd, exit);
  };
  return {
    name,
    costs: [],
    run(round) {
      const id = `bench-${name.replace(/\W+/g, '-')}-${round + 3}`;
      hook('session-start', id, { source: 'startup' });
      // What was said so far is counted.
      const { size } = statSync(transcript);
      const state = { ...newObserverState(), transcript, counted: size };
      writeFileSync(join(directory, 'config/session-chronicle/index/observer', id), writeObserverState(state));
      if (turn !== null) appendFileSync(transcript, turn.map((record) => `${JSON.stringify(record)}\n`).join(''));
      return hook('stop', id, { stop_hook_active: false }, code);
    },
  };
}
