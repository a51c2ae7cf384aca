import { oneNamed } from '../session-named.ts';
import type { Io } from '../terminal/io.ts';
import { say } from '../terminal/print.ts';
import { bold, dim, line, type Text } from '../terminal/text.ts';
import { shortId } from '#src/format/session-id.ts';
import { resumeCommand, type Session } from '#src/format/session.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { type Draft, draftDigest, sessionsDigest } from '#src/posts/draft.ts';
import { createDraft, readDraft, remakeDraft, undiskedDraft } from '#src/posts/draft-files.ts';
import { newDraft, readMaterials } from '#src/posts/new-draft.ts';
import { type OwnDrafts, WITH_STORY } from './own-drafts.ts';

/**
 * The draft with this name; else the draft of the session with this name, created if there is none. Says which draft it
 * uses, in one line. A dry run writes none.
 */
export async function findDraft(io: Io, word: string, own: OwnDrafts, isDryRun: boolean): Promise<Draft> {
  const { drafts } = own.archive;
  const named = readDraft(own.paths, word);
  if (named) {
    say(io, line`Using draft ${bold(named.slug)}: ${dim(named.path)}`);
    return upToDate(io, named, own, isDryRun);
  }
  const { session, note } = oneNamed(own.archive.sessions, word, { ...WITH_STORY, what: 'draft or session' });
  const having = drafts.filter(
    ({ settings: { sessions: ids } }) => ids.length > 0 && ids.every((id) => id === session.id),
  );
  const [only, ...others] = having;
  if (others.length > 0) {
    const names = having.map(({ slug }) => slug).join(', ');
    throw new ChronicleError(
      'CHRONICLE_SEVERAL_DRAFTS',
      `${nameOf(session)} has ${having.length} drafts: ${names}. Name the one to export. Nothing was exported.`,
    );
  }
  const which = note || `Session ${nameOf(session)}.`;
  const sayUsed = (what: Text) => say(io, line`${which} ${what}`);
  if (only) {
    sayUsed(line`Using its draft ${bold(only.slug)}: ${dim(only.path)}`);
    return upToDate(io, only, own, isDryRun);
  }
  const made = await madeOf(io, [session], own);
  const draft = isDryRun ? undiskedDraft(made) : createDraft(own.paths, made, { only: true });
  if (isDryRun) sayUsed(line`It has no draft yet; this is the one export would create.`);
  else sayUsed(line`Created its draft ${bold(draft.slug)}: ${dim(draft.path)}`);
  sayWithoutNarrative(io, session);
  return draft;
}

async function madeOf(io: Io, sessions: readonly Session[], { archive: { record }, scanContext }: OwnDrafts) {
  return newDraft({ sessions, record, materials: await readMaterials(io.env, sessions) }, scanContext);
}

/**
 * The draft as its sessions are now: made anew if they have changed and nobody edited it. Of an edited one it is only said
 * that they have.
 */
async function upToDate(io: Io, draft: Draft, own: OwnDrafts, isDryRun: boolean): Promise<Draft> {
  const { history, settings } = draft;
  const sources = own.archive.sessions.filter(({ id }) => settings.sessions.includes(id));
  const isComplete = new Set(sources.map(({ id }) => id)).size === settings.sessions.length;
  if (sources.length === 0 || !isComplete || history.sessions === '' || history.sessions === sessionsDigest(sources))
    return draft;
  if (history.made !== draftDigest(draft)) {
    const ids = settings.sessions.map((id) => id.slice(0, 8)).join(' ');
    say(
      io,
      `The session has changed since the draft was made, and you have edited the draft. To start anew, run \`chronicle draft new ${ids} --title Anew\`.`,
    );
    return draft;
  }
  const made = await madeOf(io, sources, own);
  say(io, 'The session has changed since its draft was made, so it is made anew: nobody had edited it.');
  if (!isDryRun) return remakeDraft(draft, made);
  return { ...draft, ...undiskedDraft(made), slug: draft.slug, path: draft.path, decisions: draft.decisions, history };
}

/** Says that a session without a narrative gives only what was recorded. */
function sayWithoutNarrative(io: Io, session: Session): void {
  if (session.chronicle.summary.narrative) return;
  const how =
    resumeCommand(session) === null
      ? 'Edit the draft, and export again.'
      : `To write the narrative, run /session-retro ${shortId(session.id)} in Claude Code in its project, and export again: the draft is made from it unless you edited it.`;
  say(io, `The session has no narrative, so the post is made from its summary, events and facts. ${how}`);
}

function nameOf({ project, name }: Session): string {
  return `${project.slug}/${name}`;
}
