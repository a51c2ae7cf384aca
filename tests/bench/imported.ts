import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { directoryName } from '#src/lib/directory-name.ts';
import { MAIN } from '#tests/support/root.ts';

interface Transcript {
  id: string;
  cwd: string;
  text: string;
  /** Files beside it, such as those of subagents, relative to its directory. */
  files?: readonly { file: string; text: string }[];
}

/** Imports transcripts with the product's own command into a new home, and returns what `use` reads there before it is deleted. */
export function imported<T>(
  transcripts: readonly Transcript[],
  use: (home: string, chronicle: (...words: string[]) => string) => T,
): T {
  const home = mkdtempSync(join(tmpdir(), 'bench-imported-'));
  try {
    for (const { id, cwd, text, files = [] } of transcripts) {
      for (const { file, text: content } of [{ file: `${id}.jsonl`, text }, ...files]) {
        const path = join(home, 'projects', directoryName(cwd), file);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, content);
        // A session whose transcript is still being written is skipped.
        utimesSync(path, 1e9, 1e9);
      }
    }
    const env = { PATH: process.env.PATH, HOME: home, CLAUDE_CONFIG_DIR: home, TZ: 'UTC' };
    const chronicle = (...words: string[]) =>
      execFileSync(process.execPath, [MAIN, ...words], { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
    chronicle('import', 'transcripts');
    return use(home, chronicle);
  } finally {
    rmSync(home, { recursive: true });
  }
}
