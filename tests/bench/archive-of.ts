import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HistoryLine } from '#src/memory/history.ts';
import { directoryName } from '#src/lib/directory-name.ts';
import { factsPath } from '#src/lib/paths.ts';
import { type GeneratedChronicle, generateChronicle } from './generate.ts';
import { generateFacts } from './generate-facts.ts';

const PROJECT = '/home/robin/code/bench';

/** Whether the sessions of generated archives have facts; `--no-facts` leaves them out. */
const HAVE_FACTS = !process.argv.includes('--no-facts');

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
    writeFileSync(join(directory, chronicle.name), chronicle.text);
    if (HAVE_FACTS) writeFileSync(factsPath(join(directory, chronicle.name)), generateFacts(i, chronicle));
    for (const line of memoriesOf(chronicle)) if (!history.has(line.file)) history.set(line.file, line);
  }
  const lines = [...history.values()].map((line) => `${JSON.stringify(line)}\n`);
  writeFileSync(join(directory, 'memory-ledger.jsonl'), lines.join(''));
  return directory;
}

/** The memories that a retrospective of this session would write: half of all mistakes get one the first time. */
function memoriesOf({ sessionId, date, misses }: GeneratedChronicle): HistoryLine[] {
  return misses
    .filter(({ mistake }) => mistake.isRemembered)
    .map(({ mistake: { file }, eventId }) => ({
      id: `l-${sessionId.slice(0, 6)}-${eventId}`,
      at: `${date}T17:00:00Z`,
      source: 'retro',
      action: 'new',
      file,
      session_id: sessionId,
      events: [`${sessionId}#${eventId}`],
      before: null,
      after: sessionId.replaceAll('-', '').repeat(2),
    }));
}
