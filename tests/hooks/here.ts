/** Hooks and the agent's commands in this process: a sandbox runs most of them a third as long as with a process for each. */
import { afterCompaction, beforeCompaction } from '../../hooks/compaction.ts';
import { beforeTool } from '../../hooks/before-tool.ts';
import { sessionEnd } from '../../hooks/end.ts';
import { log, summary, tags } from '../../hooks/log.ts';
import type { Work } from '../../hooks/run.ts';
import { sessionStart } from '../../hooks/start.ts';
import { stop } from '../../hooks/stop.ts';
import { toolFailed } from '../../hooks/tool-failed.ts';
import { sentenceOf } from '#src/lib/chronicle-error.ts';
import type { Outcome } from '#src/lib/streams.ts';
import { printable } from '#src/lib/text/plain.ts';
import { note, notes } from '#src/notes/notes.ts';
import { handoff, observe } from '#src/notes/observe-commands.ts';
import { pending } from '#src/notes/pending.ts';
import { envOf } from '../commands/run-command.ts';
import type { Finished, Start } from './bundle-process.ts';

const WORKS: Record<string, Work> = {
  ...{ 'session-start': sessionStart, 'session-end': sessionEnd, 'pre-tool-use': beforeTool, stop },
  ...{ 'before-compaction': beforeCompaction, 'after-compaction': afterCompaction, 'tool-failed': toolFailed },
  ...{ log, summary, tags, note, notes, observe, handoff, pending },
};

/** Whether a process adds nothing: no program runs it, no other process reads transcripts, and its input is a text. */
export function canRunHere({ args: [word = ''], input, env, through = [], dist }: Start): boolean {
  const isPlain = typeof input === 'string' && through.length === 0 && dist === undefined;
  const isUsual = env.CHRONICLE_NO_HARVEST === '1' && env.NODE_OPTIONS === undefined && env.TZ === 'Europe/Berlin';
  return isPlain && isUsual && word in WORKS;
}

let last: Promise<unknown> = Promise.resolve();

/** Runs one after the other, as a lock is waited for without giving others their turn. */
export function runHere(start: Start): Promise<Finished> {
  const turn = last.then(() => finishedOf(start));
  last = turn;
  return turn;
}

async function finishedOf({ args: [word = '', ...args], input, env, cwd }: Start): Promise<Finished> {
  const {
    stdout = '',
    stderr,
    exitCode = 0,
  } = await outcomeOf(WORKS[word] as Work, () => [envOf(env, cwd), args, async () => String(input)]);
  const said = stderr ? `session-chronicle: ${printable(stderr)}\n` : '';
  return { code: exitCode, signal: null, stdout, stderr: said };
}

async function outcomeOf(work: Work, given: () => Parameters<Work>): Promise<Outcome> {
  try {
    return await work(...given());
  } catch (error) {
    return { stderr: sentenceOf(error), exitCode: 2 };
  }
}
