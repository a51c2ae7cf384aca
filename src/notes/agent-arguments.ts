/** What the agent's commands have in common: their arguments, and their answers to what they refuse. */

import { parseArgs } from 'node:util';
import type { FrontMatterValues } from '#src/format/front-matter-line.ts';
import type { Outcome } from '#src/lib/streams.ts';
import type { Env } from '#src/lib/env.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { sessionZone } from '#src/lib/local-time.ts';
import { printable } from '#src/lib/text/plain.ts';

/** A heredoc arrives at once, so a stdin that stays open is a mistake to report soon (ms). */
export const STDIN_PATIENCE = 5000;

/** Reads all of stdin, as `readStdin` does. */
export type Read = (patience: number) => Promise<string>;

interface Arguments {
  positionals: string[];
  session: string | undefined;
  help: boolean;
}

/** Reads `--session ID`, `--help` and the other words; on failure returns a sentence that says why. */
export function agentArguments(args: string[]): Arguments | { refusal: string } {
  // Options are rare, and Node's parser takes long to load.
  if (!args.some((word) => word.startsWith('-'))) return { positionals: args, session: undefined, help: false };
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { session: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    });
    return { positionals, session: values.session, help: values.help ?? false };
  } catch (error) {
    return { refusal: `${error instanceof Error ? error.message.split('. ', 1)[0] : 'The arguments cannot be read'}.` };
  }
}

/** The outcome of a command that wrote nothing because of what it was given. */
export function refuse(sentence: string): Outcome {
  return { stderr: `${sentence} Nothing was written.`, exitCode: 2 };
}

/** An excluded directory is not reported as a failure: after one, an agent would retry or look for a workaround. */
export function unlessExcluded(work: () => string | Outcome): Outcome {
  try {
    const result = work();
    return typeof result === 'string' ? { stdout: result } : result;
  } catch (error) {
    if (!(error instanceof ChronicleError && error.code === 'CHRONICLE_EXCLUDED')) throw error;
    return { stdout: `${printable(error.message)}\n` };
  }
}

/** The time of a note in a session with this front matter; with its day unless that is the session's first one. */
export function whenIn(frontMatter: FrontMatterValues | null, { now }: Env): string {
  const { date, time } = sessionZone(frontMatter?.get('utc_offset')).timeOf(now().getTime());
  return date === (frontMatter?.get('date') ?? '') ? time : `${date} ${time}`;
}
