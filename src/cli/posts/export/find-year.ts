import { LEAST_SESSIONS, yearOf, yearSentence } from '#src/archive/year.ts';
import type { Io } from '#src/cli/terminal/io.ts';
import { say } from '#src/cli/terminal/print.ts';
import { bold, dim, line } from '#src/cli/terminal/text.ts';
import { readYearLine } from '#src/node/archive/year-line.ts';
import { readDraft } from '#src/node/posts/drafts/read-drafts.ts';
import { createDraft } from '#src/node/posts/drafts/write-draft.ts';
import type { Draft } from '#src/posts/drafts/draft.ts';
import { yearDraft, yearSlug } from '#src/posts/drafts/year-draft.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import { withoutSecrets } from '#src/redaction/scan.ts';
import { clip } from '#src/text/clip.ts';
import { counted } from '#src/text/day.ts';
import { spelled } from '#src/value/spelled.ts';
import type { Where } from './find-draft.ts';

/** How much of the owner's own line a post begins with (characters). */
const LONGEST_LINE = 300;

/**
 * The draft of a year's post, created if there is none. Says which draft it uses, and what the year is now if the draft's
 * text says otherwise. Refuses a year with too few sessions (CHRONICLE_NOTHING_TO_TELL).
 */
export async function findYear(io: Io, year: string, where: Where): Promise<Draft> {
  const { layout, archive, scanContext, isDryRun } = where;
  const own = archive.sessions.filter((session) => yearOf(session) === year);
  if (own.length < LEAST_SESSIONS) throw tooFew(year, own.length, archive.sessions.map(yearOf));
  const named = readDraft(layout, yearSlug(year));
  if (named) {
    say(io, line`Using draft ${bold(named.slug)}: ${dim(named.directory)}`);
    const now = yearSentence(own);
    if (!named.body.includes(now))
      say(io, line`It keeps its text. By now: ${now} To write it anew, delete the draft and export again.`);
    return named;
  }
  const written = await withoutSecrets(readYearLine(layout, year), scanContext);
  const made = yearDraft({ year, ...archive, line: clip(written, LONGEST_LINE) });
  if (isDryRun) {
    say(io, `${year} has no draft yet; this is the one export would create.`);
    return { ...made, directory: '', decisions: { salt: '', byHash: {} }, problems: [] };
  }
  const draft = createDraft(layout, made);
  say(io, line`Created draft ${bold(draft.slug)}: ${dim(draft.directory)}`);
  return draft;
}

function tooFew(year: string, sessions: number, years: readonly string[]): ChronicleError {
  const others = [...new Set(years)].sort();
  const known = others.length === 0 ? 'The archive is empty.' : `The archive has sessions of ${others.join(', ')}.`;
  return new ChronicleError(
    'CHRONICLE_NOTHING_TO_TELL',
    sessions === 0
      ? `No session is of ${year}. ${known} Nothing was exported.`
      : `${year} has ${counted(sessions, 'session')} so far; its review needs ${spelled(LEAST_SESSIONS).toLowerCase()}. Nothing was exported.`,
  );
}
