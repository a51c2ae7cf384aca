import { resumeCommand } from '#src/format/resume-command.ts';
import type { Session } from '#src/format/session.ts';
import { lastNote, sessionNamed } from '#src/cli/session-named.ts';
import type { Io } from '#src/cli/terminal/io.ts';
import { say } from '#src/cli/terminal/print.ts';
import { bold, dim, line, type Text } from '#src/cli/terminal/text.ts';
import { draftMaterials } from '#src/posts/draft-materials.ts';
import { readDraft, readDrafts } from '#src/posts/drafts/read-drafts.ts';
import { createDraft, remakeDraft } from '#src/posts/drafts/write-draft.ts';
import type { Draft } from '#src/posts/drafts/draft.ts';
import { isOutline, isUntouched, narrativeAdvice, untoldNarratives } from '#src/posts/drafts/outline.ts';
import { safeDraft } from '#src/posts/drafts/safe-draft.ts';
import type { DraftArchive } from '#src/posts/export/draft-lookup.ts';
import type { ScanContext } from '#src/posts/export/prepare-draft.ts';
import { ChronicleError, codeOf } from '#src/lib/chronicle-error.ts';
import type { Layout } from '#src/lib/paths.ts';
import { nearestOf } from '#src/lib/nearest.ts';
import { WITH_STORY } from '../with-story.ts';

/** The archive, where drafts are, and what they are scanned with. */
export interface Where {
  layout: Layout;
  archive: DraftArchive;
  scanContext: ScanContext;
  /** Whether this is a dry run, which creates no draft. */
  isDryRun: boolean;
}

/**
 * The draft with this name; else the draft of the session with this name, created if there is none. Says which draft it
 * uses, in one line.
 */
export async function findDraft(io: Io, word: string, where: Where): Promise<Draft> {
  const named = readDraft(where.layout, word);
  if (named) {
    say(io, line`Using draft ${bold(named.slug)}: ${dim(named.directory)}`);
    return withNarrative(io, named, where);
  }
  const drafts = readDrafts(where.layout);
  const session = sessionFor(word, where, drafts);
  const own = drafts.filter((draft) => isOnlyOf(draft, session));
  const [only, ...others] = own;
  if (!only) return newDraftOf(io, word, session, where);
  if (others.length > 0) {
    const names = own.map(({ slug }) => slug).join(', ');
    throw new ChronicleError(
      'CHRONICLE_SEVERAL_DRAFTS',
      `${nameOf(session)} has ${own.length} drafts: ${names}. Name the one to export. Nothing was exported.`,
    );
  }
  sayUsed(io, line`Using its draft ${bold(only.slug)}: ${dim(only.directory)}`, word, session, where);
  if (isOutline(only)) sayOutline(io, session);
  return withNarrative(io, only, where);
}

/** The draft, made anew if it is an untouched outline of a session that has a narrative now. Says so, or how to take it over. */
async function withNarrative(io: Io, draft: Draft, { archive, scanContext, isDryRun }: Where): Promise<Draft> {
  const { sessions, record } = archive;
  const sources = draft.settings.sources.flatMap(({ session }) => sessions.find(({ id }) => id === session) ?? []);
  if (untoldNarratives(draft, sources).length === 0) return draft;
  if (!isUntouched(draft) || sources.length < draft.settings.sources.length) {
    say(io, narrativeAdvice(draft, sources));
    return draft;
  }
  const materials = await draftMaterials(io.world, sources);
  const made = await safeDraft({ sessions: sources, record, materials }, scanContext);
  say(io, 'The session has a narrative now, so its draft is made from it: nobody had edited the outline.');
  if (!isDryRun) return remakeDraft(draft, made);
  const { exports, published } = draft.settings;
  return { ...draft, body: made.body, settings: { ...made.settings, exports, published } };
}

/** Says which session was chosen and which draft is used or created. */
function sayUsed(io: Io, what: Text, word: string, session: Session, { archive }: Where): void {
  const which = lastNote(archive.sessions, word, session, WITH_STORY) || `Session ${nameOf(session)}.`;
  say(io, line`${which} ${what}`);
}

/** Says that a session without a narrative gives an outline only. */
function sayOutline(io: Io, session: Session): void {
  if (session.chronicle.summary.narrative) return;
  const resume = resumeCommand(session);
  const how =
    resume === null
      ? 'Write in draft.mdx, and export again.'
      : `To write the narrative, run \`${resume}\` in its project, then /session-retro, and export again: the draft is made from it unless you edited it. Or write in draft.mdx, and export again.`;
  say(io, `The session has no narrative, so the post is an outline made from its summary, events and facts. ${how}`);
}

function nameOf({ project, name }: Session): string {
  return `${project.slug}/${name}`;
}

function sessionFor(word: string, { archive }: Where, drafts: readonly Draft[]): Session {
  try {
    return sessionNamed(archive.sessions, word, WITH_STORY);
  } catch (error) {
    // `last` is a session, and of several sessions one is meant.
    if (word === 'last' || codeOf(error) !== 'CHRONICLE_NO_SESSION') throw error;
    const nearest = nearestOf(
      word,
      drafts.map(({ slug }) => slug),
    );
    if (nearest === undefined) throw error;
    throw new ChronicleError(
      'CHRONICLE_NO_DRAFT',
      `There is no draft or session ${word}. Did you mean the draft ${nearest}?`,
    );
  }
}

function isOnlyOf({ settings: { sources } }: Draft, { id }: Session): boolean {
  return sources.length > 0 && sources.every((source) => source.session === id);
}

async function newDraftOf(io: Io, word: string, session: Session, where: Where): Promise<Draft> {
  const { layout, archive, scanContext, isDryRun } = where;
  const materials = await draftMaterials(io.world, [session]);
  const made = await safeDraft({ sessions: [session], record: archive.record, materials }, scanContext);
  if (isDryRun) {
    sayUsed(io, 'It has no draft yet; this is the one export would create.', word, session, where);
    sayOutline(io, session);
    return { ...made, directory: '', decisions: { salt: '', byHash: {} }, problems: [] };
  }
  const draft = createDraft(layout, made);
  sayUsed(io, line`Created its draft ${bold(draft.slug)}: ${dim(draft.directory)}`, word, session, where);
  sayOutline(io, session);
  return draft;
}
