/** What a session of the sample was told of earlier ones at its start, as the hook would have told it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { notedInSession } from '#src/archive/projects.ts';
import { readWholeNotebook } from '#src/format/notebook/notebook.ts';
import { parseChronicle } from '#src/format/parse.ts';
import { briefing } from '#src/notes/briefing.ts';
import { type NotedSession, withSessions } from '#src/notes/notebook-index.ts';
import { notebookPath } from '#src/lib/paths.ts';

const TOKENS = 1200;

/** The briefing of the session whose chronicle is `directory/name.md`; null if no earlier one left anything. */
export function sampleBriefing(directory: string, name: string, branch: string): string | null {
  const earlier = readdirSync(directory)
    .filter((file) => file.endsWith('.md') && file < `${name}.md`)
    .flatMap((file) => notesOf(`${directory}/${file}`));
  const told = briefing({
    sessions: withSessions([], earlier),
    ...{ globals: [], plan: null, branch, tokens: TOKENS, today: name.slice(0, 10) },
  });
  return told?.text ?? null;
}

function notesOf(path: string): NotedSession[] {
  const notebookFile = notebookPath(path);
  const { chronicle } = parseChronicle(readFileSync(path, 'utf8'));
  if (!chronicle || !existsSync(notebookFile)) return [];
  const notebook = readWholeNotebook(readFileSync(notebookFile, 'utf8'));
  return notebook ? [notedInSession(chronicle, notebook)] : [];
}
