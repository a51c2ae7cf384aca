/**
 * A configuration directory with transcripts in it, and the command line over it:
 *
 *     const box = openTranscriptBox();
 *     box.history({ display: 'fix it', sessionId: '…' });
 *     await box.run('backfill');
 */
import { appendFileSync, existsSync, readdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { CommandBox } from './command-box.ts';
import type { Finished } from './run-command.ts';

export class TranscriptBox extends CommandBox {
  constructor() {
    super('transcripts', 'ledger');
  }

  /** Adds lines to the client's history of prompts. */
  history(...lines: { display: string; sessionId?: string }[]): void {
    const whole = lines.map((line) => ({
      pastedContents: {},
      timestamp: 1_751_360_400_000,
      project: '/home/ada/ledger',
      ...line,
    }));
    appendFileSync(join(this.config, 'history.jsonl'), whole.map((line) => `${JSON.stringify(line)}\n`).join(''));
  }

  override runWith(env: Record<string, string>, ...args: string[]): Promise<Finished> {
    letRest(join(this.config, 'projects'));
    return super.runWith(env, ...args);
  }
}

/** Lets transcripts be an hour old: of one that was written just now, the session may go on. */
export function letRest(projects: string): void {
  if (!existsSync(projects)) return;
  // One time for all: which of two copies is the original is told by which file is older, if by nothing else.
  const hourAgo = Date.now() / 1000 - 3600;
  for (const entry of readdirSync(projects, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.jsonl') || entry.parentPath.endsWith('chronicle')) continue;
    const path = join(entry.parentPath, entry.name);
    if (statSync(path).mtimeMs / 1000 > hourAgo) utimesSync(path, hourAgo, hourAgo);
  }
}

/** A box that is removed after the tests of the file. */
export function openTranscriptBox(): TranscriptBox {
  return new TranscriptBox();
}
