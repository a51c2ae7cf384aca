/** What a session of the sample was told of earlier ones at its start, as the hook would have told it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readWholeNotebook } from '#src/chronicle/notebook/whole-notebook.ts';
import { parseChronicle } from '#src/chronicle/parse.ts';
import { emptyBook, type SessionNotes, sessionNotes, withSessions } from '#src/notebook/book-index.ts';
import { briefing } from '#src/notebook/briefing.ts';
import { notebookPath } from '#src/project/paths.ts';
import { estimatedTokens } from '#src/value/estimated-tokens.ts';

const TOKENS = 1200;

/** The briefing of the session whose chronicle is `directory/name.md`; null if no earlier one left anything. */
export function sampleBriefing(directory: string, name: string, branch: string): string | null {
  const earlier = readdirSync(directory)
    .filter((file) => file.endsWith('.md') && file < `${name}.md`)
    .flatMap((file) => notesOf(`${directory}/${file}`));
  const told = briefing({
    book: withSessions(emptyBook(), earlier),
    ...{ globals: [], plan: null, branch, tokens: TOKENS, today: name.slice(0, 10), isThere: () => true },
  });
  return told?.text ?? null;
}

function notesOf(path: string): SessionNotes[] {
  const notebookFile = notebookPath(path);
  const { chronicle } = parseChronicle(readFileSync(path, 'utf8'));
  if (!chronicle || !existsSync(notebookFile)) return [];
  const text = readFileSync(notebookFile, 'utf8');
  const notebook = readWholeNotebook(text);
  if (!notebook) return [];
  const { date: day, branch } = chronicle.frontMatter;
  return [sessionNotes(notebook, { day, branch, at: day, tokens: estimatedTokens(text) })];
}
