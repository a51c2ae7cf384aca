import { basename } from 'node:path';
import type { Summary } from '#src/format/chronicle.ts';
import { setNarrative, type WrittenNarrative } from '#src/format/edit.ts';
import { type Body, readUnchecked, summaryDigest } from '#src/format/read.ts';
import { replaceFile } from '#src/lib/files.ts';
import { chronicleToWrite } from '#src/record/begin-chronicle.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { utcTime } from '#src/lib/local-time.ts';
import { asBytes, asText } from '../lib/latin1.ts';
import { readRegularFile } from '../lib/read-file.ts';
import { pathsIn, type Env } from '../lib/env.ts';

const PATIENCE = 5000;

/** A chronicle's summary as shown to a retrospective. */
export interface SeenSummary {
  summary: Summary;
  /** A digest; passed back with the narrative, it proves that the summary has not been rewritten since. */
  seen: string;
}

/** The summary of a chronicle file. Throws CHRONICLE_BROKEN if the front matter is unreadable. */
export function seenSummary(path: string): SeenSummary {
  const { summary } = bodyOf(path, readRegularFile(path).text);
  return { summary, seen: summaryDigest(summary) };
}

/** Whether a retrospective keeps the text before the narrative: it does if the agent or a person wrote it. */
export function keepsLead({ kind, lead }: Summary): boolean {
  return (kind === 'agent' || kind === 'retro') && lead !== '';
}

/**
 * Writes a retrospective's narrative into the session's chronicle. Returns the file's name and the previous summary. Throws CHRONICLE_SUMMARY_CHANGED if the summary is no longer the one of digest
 * `seen`, CHRONICLE_LEAD_KEPT for a lead where the old one is kept, CHRONICLE_NO_LEAD if a lead is missing, and
 * CHRONICLE_SUMMARY_SHAPE if the file's headings would change the narrative's meaning.
 */
export function narrate(
  env: Env,
  session: string | undefined,
  seen: string,
  written: WrittenNarrative,
): { file: string; before: Summary } {
  const paths = pathsIn(env);
  const path = chronicleToWrite(env, paths, session);
  const at = utcTime(env.now());
  const latin1 = asLatin1(written);
  let before: Summary | null = null;
  let isChanged = false;
  replaceFile(path, PATIENCE, (current) => {
    const body = bodyOf(path, current);
    const digest = summaryDigest(body.summary);
    // Called again after somebody saved while we wrote: a new summary wins, unless it is our narrative.
    isChanged = digest !== seen && !(before && hasNarrative(body, written));
    if (digest !== seen) return current;
    requireLead(body.summary, written);
    const text = setNarrative(current, latin1, at);
    requireSame(path, body, text, written);
    before = body.summary;
    return text;
  });
  if (isChanged || !before) throw changed(path);
  return { file: basename(path), before };
}

function bodyOf(path: string, latin1: string): Body {
  const body = readUnchecked(asText(latin1));
  if (body) return body;
  throw new ChronicleError(
    'CHRONICLE_BROKEN',
    `The front matter of ${path} cannot be read. Run chronicle doctor to see why. Nothing was written.`,
  );
}

function requireLead(summary: Summary, { lead }: WrittenNarrative): void {
  if (keepsLead(summary) && lead !== null)
    throw new ChronicleError(
      'CHRONICLE_LEAD_KEPT',
      'The chronicle already has a summary, which is kept as the lead. Begin the narrative with its "### Title", or change the lead with chronicle summary and read the context again. Nothing was written.',
    );
  if (!keepsLead(summary) && lead === null)
    throw new ChronicleError(
      'CHRONICLE_NO_LEAD',
      'The chronicle has no written summary, so the narrative needs a lead: one paragraph before the "### Title". Nothing was written.',
    );
}

/** Unusual headings and fences can change how a text is read, so the new text is checked before it is written. */
function requireSame(path: string, before: Body, latin1: string, written: WrittenNarrative): void {
  const after = bodyOf(path, latin1);
  const events = ({ events: all }: Body) => all.map(({ tag, text, details }) => `${tag} ${text}\n${details}`).sort();
  const hasLead = written.lead === null ? after.summary.lead !== '' : after.summary.lead === written.lead;
  if (hasLead && hasNarrative(after, written) && events(after).join('\n') === events(before).join('\n')) return;
  throw new ChronicleError(
    'CHRONICLE_SUMMARY_SHAPE',
    `The sections of ${path} are out of order, so the narrative would not be read as one. Run chronicle doctor to see what is wrong. Nothing was written.`,
  );
}

/** The narrative may go on after our text: what follows an unknown heading is read as part of it. */
function hasNarrative({ summary: { narrative } }: Body, { title, text }: WrittenNarrative): boolean {
  return narrative?.title === title && narrative.text.startsWith(text);
}

function changed(path: string): ChronicleError {
  return new ChronicleError(
    'CHRONICLE_SUMMARY_CHANGED',
    `The summary of ${basename(path)} has changed since it was shown, or --seen is from another session. Run chronicle retro context again and adapt the narrative. Nothing was written.`,
  );
}

function asLatin1({ lead, title, text }: WrittenNarrative): WrittenNarrative {
  return { lead: lead === null ? null : asBytes(lead), title: asBytes(title), text: asBytes(text) };
}
