import type { Session } from '#src/chronicle/session.ts';
import { sessionNamed } from '#src/cli/archive/session-named.ts';
import type { Io } from '#src/cli/terminal/io.ts';
import { say } from '#src/cli/terminal/print.ts';
import { readDraft, readDrafts } from '#src/node/posts/drafts/read-drafts.ts';
import { createDraft } from '#src/node/posts/drafts/write-draft.ts';
import type { Draft } from '#src/posts/drafts/draft.ts';
import { safeDraft } from '#src/posts/drafts/safe-draft.ts';
import type { DraftArchive } from '#src/posts/export/draft-lookup.ts';
import type { ScanContext } from '#src/posts/export/prepare-draft.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import type { Layout } from '#src/project/paths.ts';
import { nearestOf } from '#src/value/nearest.ts';

interface Where {
  layout: Layout;
  archive: DraftArchive;
  scanContext: ScanContext;
  /** Whether nothing may be written, a new draft either. */
  isTrial: boolean;
}

/**
 * The draft with this name; else the draft of the session with this name, made if there is none. Says which one it is if
 * that is not what was typed.
 */
export async function findDraft(io: Io, word: string, where: Where): Promise<Draft> {
  const named = readDraft(where.layout, word);
  if (named) return named;
  const drafts = readDrafts(where.layout);
  const session = sessionFor(word, where, drafts);
  const own = drafts.filter((draft) => isOnlyOf(draft, session));
  const [only, ...others] = own;
  if (!only) return newDraftOf(io, session, where);
  if (others.length > 0) {
    const names = own.map(({ slug }) => slug).join(', ');
    throw new ChronicleError(
      'CHRONICLE_SEVERAL_DRAFTS',
      `${word} has ${own.length} drafts: ${names}. Name the one to export. Nothing was written.`,
    );
  }
  say(io, `${word} has the draft ${only.slug}, and that is exported: ${only.directory}`);
  return only;
}

function sessionFor(word: string, { archive }: Where, drafts: readonly Draft[]): Session {
  try {
    return sessionNamed(archive.sessions, word);
  } catch (error) {
    const nearest = nearestOf(
      word,
      drafts.map(({ slug }) => slug),
    );
    if (nearest === undefined) throw error;
    throw new ChronicleError(
      'CHRONICLE_NO_DRAFT',
      `There is no draft and no session ${word}. Did you mean the draft ${nearest}? Nothing was written.`,
    );
  }
}

function isOnlyOf({ settings: { sources } }: Draft, { id }: Session): boolean {
  return sources.length > 0 && sources.every((source) => source.session === id);
}

async function newDraftOf(io: Io, session: Session, { layout, archive, scanContext, isTrial }: Where): Promise<Draft> {
  const made = await safeDraft({ sessions: [session], record: archive.record }, scanContext);
  if (isTrial) return { ...made, directory: '', decisions: { salt: '', byHash: {} }, problems: [] };
  const draft = createDraft(layout, made);
  say(io, `Made the draft ${draft.slug}: ${draft.directory}`);
  return draft;
}
