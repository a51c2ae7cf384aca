import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { directoryName } from '#src/lib/directory-name.ts';
import { factsPath } from '#src/lib/paths.ts';
import type { HistoryLine } from '#src/memory/history.ts';
import { generateChronicle, generateFacts } from './generate.ts';

const PROJECT = '/home/robin/code/bench';

/**
 * Writes a generated archive of `sessions` sessions, with its facts and history, into a Claude Code directory, and
 * returns its chronicle directory. It is a single project, so that a baseline can read a single directory.
 */
export function writeArchive(config: string, sessions: number, project: string = PROJECT): string {
  const directory = join(config, 'projects', directoryName(project), 'chronicle');
  mkdirSync(join(directory, 'facts'), { recursive: true });
  const history = new Map<string, HistoryLine>();
  for (let i = 0; i < sessions; i++) {
    const chronicle = generateChronicle(i);
    const { name, text, sessionId, date, memories } = chronicle;
    writeFileSync(join(directory, name), text);
    writeFileSync(factsPath(join(directory, name)), generateFacts(i, chronicle));
    for (const { file, eventId } of memories)
      if (!history.has(file))
        history.set(file, {
          id: `l-${sessionId.slice(0, 6)}-${eventId}`,
          at: `${date}T17:00:00Z`,
          source: 'retro',
          action: 'new',
          file,
          session_id: sessionId,
          events: [`${sessionId}#${eventId}`],
          before: null,
          after: sessionId.replaceAll('-', '').repeat(2),
        });
  }
  const lines = [...history.values()].map((line) => `${JSON.stringify(line)}\n`);
  writeFileSync(join(directory, 'memory-ledger.jsonl'), lines.join(''));
  return directory;
}
