/**
 * A configuration directory with transcripts, and the command line to use it:
 *
 *     const box = openTranscriptBox();
 *     box.history({ display: 'fix it', sessionId: '…' });
 *     await box.run('import', 'transcripts');
 */
import { appendFileSync, existsSync, readdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { CommandBox } from './command-box.ts';
import type { Finished } from './run-command.ts';

export class TranscriptBox extends CommandBox {
  constructor() {
    super('transcripts', 'ledger');
  }

  /** Adds lines to the client's prompt history. */
  history(...lines: { display: string; sessionId?: string }[]): void {
    const same = { pastedContents: {}, timestamp: 1_751_360_400_000, project: '/home/ada/ledger' };
    const whole = lines.map((line) => ({ ...same, ...line }));
    appendFileSync(join(this.config, 'history.jsonl'), whole.map((line) => `${JSON.stringify(line)}\n`).join(''));
  }

  override runWith(env: Record<string, string>, ...args: string[]): Promise<Finished> {
    letRest(join(this.config, 'projects'));
    return super.runWith(env, ...args);
  }
}

/** Makes transcripts an hour old, since the session of a newer one may still be running. */
export function letRest(projects: string): void {
  if (!existsSync(projects)) return;
  // The same time for all, as the age of a file may decide which of two copies is the original.
  const hourAgo = Date.now() / 1000 - 3600;
  for (const entry of readdirSync(projects, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.jsonl') || entry.parentPath.endsWith('chronicle')) continue;
    const path = join(entry.parentPath, entry.name);
    if (statSync(path).mtimeMs / 1000 > hourAgo) utimesSync(path, hourAgo, hourAgo);
  }
}

/** Opens a box that is removed after the tests of the file. */
export function openTranscriptBox(): TranscriptBox {
  return new TranscriptBox();
}
