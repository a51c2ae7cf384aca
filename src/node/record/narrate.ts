import { basename } from 'node:path';
import type { Summary } from '#src/chronicle/chronicle.ts';
import { setNarrative, type WrittenNarrative } from '#src/chronicle/edit-narrative.ts';
import { type Body, readUnchecked } from '#src/chronicle/read.ts';
import { summaryDigest } from '#src/chronicle/summary.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import type { Layout } from '#src/project/paths.ts';
import { utcTime } from '#src/record/local-time.ts';
import { readRegularFile } from '../disk/read-file.ts';
import { closeRetro } from '../session/live.ts';
import { replaceFile } from '../store/replace-file.ts';
import { layoutIn, type World } from '../world.ts';
import { chronicleToWrite } from './log.ts';

const PATIENCE = 5000;

/** A chronicle's summary as a retro is shown it. */
export interface SeenSummary {
  summary: Summary;
  /** Given back with the narrative, it proves that nobody has rewritten the summary since. */
  seen: string;
}

/** The summary of a chronicle file; refuses (CHRONICLE_BROKEN) a file without front matter that can be read. */
export function seenSummary(path: string): SeenSummary {
  const { summary } = bodyOf(path, readRegularFile(path).text);
  return { summary, seen: summaryDigest(summary) };
}

/** Whether a retro keeps what stands before the narrative, which is so where the agent or a person wrote it. */
export function keepsLead({ kind, lead }: Summary): boolean {
  return (kind === 'agent' || kind === 'retro') && lead !== '';
}

/**
 * Writes a retro's narrative into the session's chronicle and closes the running session's retro; returns the file's name
 * and what the summary was. Refuses a summary that is not the one `seen` stands for (CHRONICLE_SUMMARY_CHANGED), a
 * lead where one stays (CHRONICLE_LEAD_KEPT), none where one is needed (CHRONICLE_NO_LEAD), and a file whose headings
 * would make something else of it (CHRONICLE_SUMMARY_SHAPE).
 */
export function narrate(
  world: World,
  session: string | undefined,
  seen: string,
  written: WrittenNarrative,
): { file: string; before: Summary } {
  const layout = layoutIn(world);
  const path = chronicleToWrite(world, layout, session);
  const at = utcTime(world.now());
  const latin1 = asLatin1(written);
  let before: Summary | null = null;
  let isChanged = false;
  replaceFile(path, PATIENCE, (current) => {
    const body = bodyOf(path, current);
    const digest = summaryDigest(body.summary);
    // Somebody saved in the instant of our writing: their summary stays, unless it is ours.
    isChanged = digest !== seen && !(before && hasNarrative(body, written));
    if (digest !== seen) return current;
    requireLead(body.summary, written);
    const text = setNarrative(current, latin1, at);
    requireSame(path, body, text, written);
    before = body.summary;
    return text;
  });
  if (isChanged || !before) throw changed(path);
  closeRunning(world, layout);
  return { file: basename(path), before };
}

function closeRunning({ env }: World, layout: Layout): void {
  try {
    if (env.CLAUDE_CODE_SESSION_ID) closeRetro(layout, env.CLAUDE_CODE_SESSION_ID);
  } catch {
    // The narrative is written. A retro that stays open until the session ends asks too often, and loses nothing.
  }
}

function bodyOf(path: string, latin1: string): Body {
  const body = readUnchecked(Buffer.from(latin1, 'latin1').toString());
  if (body) return body;
  throw new ChronicleError(
    'CHRONICLE_BROKEN',
    `${path} has no front matter that can be read; chronicle check says what is wrong with it. Nothing was written.`,
  );
}

function requireLead(summary: Summary, { lead }: WrittenNarrative): void {
  if (keepsLead(summary) && lead !== null)
    throw new ChronicleError(
      'CHRONICLE_LEAD_KEPT',
      'The chronicle has a summary, which stays as the lead. Begin the narrative with its "### Title", or change the lead with chronicle summary and read the context again. Nothing was written.',
    );
  if (!keepsLead(summary) && lead === null)
    throw new ChronicleError(
      'CHRONICLE_NO_LEAD',
      'The chronicle has no written summary, so a lead is needed: one paragraph before the "### Title". Nothing was written.',
    );
}

/** Odd headings, fences and limits can give a text another meaning, so what was made is read again before it is written. */
function requireSame(path: string, before: Body, latin1: string, written: WrittenNarrative): void {
  const after = bodyOf(path, latin1);
  const events = ({ events: all }: Body) => all.map(({ tag, text, details }) => `${tag} ${text}\n${details}`).sort();
  const hasLead = written.lead === null ? after.summary.lead !== '' : after.summary.lead === written.lead;
  if (hasLead && hasNarrative(after, written) && events(after).join('\n') === events(before).join('\n')) return;
  throw new ChronicleError(
    'CHRONICLE_SUMMARY_SHAPE',
    `The sections of ${path} are not in order, so the narrative would be read as something else; chronicle check says what is wrong with them. Nothing was written.`,
  );
}

/** What stands below a heading outside the format is read as part of the narrative before it. */
function hasNarrative({ summary: { narrative } }: Body, { title, text }: WrittenNarrative): boolean {
  return narrative?.title === title && narrative.text.startsWith(text);
}

function changed(path: string): ChronicleError {
  return new ChronicleError(
    'CHRONICLE_SUMMARY_CHANGED',
    `The summary of ${basename(path)} is not the one that was shown: somebody has rewritten it, or --seen is of another session. Run chronicle retro context again and fit the narrative to it. Nothing was written.`,
  );
}

function asLatin1({ lead, title, text }: WrittenNarrative): WrittenNarrative {
  const encode = (part: string) => Buffer.from(part).toString('latin1');
  return { lead: lead === null ? null : encode(lead), title: encode(title), text: encode(text) };
}
