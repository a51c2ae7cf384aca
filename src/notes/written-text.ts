/**
 * Checks text that the agent passes on stdin before it becomes part of a chronicle: no part of it may later be read as
 * another event, another heading or a machine summary.
 */
import { setNarrative, type WrittenNarrative } from '#src/format/edit.ts';
import { type Block, isTitle, type Line, scan } from '#src/format/scan.ts';
import { type Body, isMachineLine, readUnchecked, summaryDigest } from '#src/format/read.ts';
import { isTag, nearestTag, type Tag, TAGS } from '#src/format/tags.ts';
import { basename } from 'node:path';
import type { Summary } from '#src/format/chronicle.ts';
import { replaceFile } from '#src/lib/files.ts';
import { chronicleToWrite } from '#src/record/begin-chronicle.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { utcTime } from '#src/lib/local-time.ts';
import { asBytes, asText } from '#src/lib/latin1.ts';
import { readRegularFile } from '#src/lib/read-file.ts';
import { type Env, pathsIn } from '#src/lib/env.ts';

/** The longest event or summary (UTF-16 units, roughly bytes). */
const LONGEST = 64 * 1024;

export interface WrittenEvent {
  text: string;
  details: string;
}

/** Reads a tag, ignoring case; on failure returns a sentence that says why. */
export function readTag(word: string | undefined): { tag: Tag } | { refusal: string } {
  const tag = word?.toUpperCase() ?? '';
  if (isTag(tag)) return { tag };
  if (word === undefined) return { refusal: `chronicle log needs a tag: ${TAGS.join(', ')}.` };
  const nearest = nearestTag(word);
  return {
    refusal: `There is no tag ${word}. ${nearest ? `Did you mean ${nearest}?` : `The tags are ${TAGS.join(', ')}.`}`,
  };
}

/** Reads an event's first line and details; on failure returns a sentence that says why. */
export function readEventText(input: string): WrittenEvent | { refusal: string } {
  const refusal = refuse(input, 'event');
  if (refusal) return { refusal };
  const [first = '', ...rest] = clean(input).split('\n');
  return { text: first.trim(), details: withoutBlankStart(rest.join('\n')) };
}

/** Reads a summary; on failure returns a sentence that says why. */
export function readSummaryText(input: string): { text: string } | { refusal: string } {
  const refusal = refuse(input, 'summary');
  if (refusal) return { refusal };
  const text = clean(input);
  const structure = refuseStructure(text, 'summary');
  return structure ? { refusal: structure } : { text };
}

/** Reads a retrospective's narrative; `lead` is null if it begins with its `### Title`. On failure returns a sentence that says why. */
export function readNarrativeText(input: string): WrittenNarrative | { refusal: string } {
  const refusal = refuse(input, 'narrative');
  if (refusal) return { refusal };
  const text = clean(input);
  const structure = refuseStructure(text, 'narrative') ?? refuseOpenFence(text);
  if (structure) return { refusal: structure };
  const { blocks, lines } = scan(`\n${text}`);
  const heading = blocks.find(isTitle);
  if (!heading)
    return {
      refusal: 'The narrative has no title. Add a line "### Title"; a lead, if there is one, goes before it.',
    };
  const title = heading.title.trim();
  if (title === '') return { refusal: `Line ${heading.line} of the narrative is an empty title.` };
  const story = text.slice((lines[heading.line]?.next ?? 0) - 1).trim();
  if (story === '') return { refusal: 'The narrative has no text below its title.' };
  const lead = text.slice(0, (lines[heading.line]?.start ?? 0) - 1).trim();
  return { lead: lead === '' ? null : lead, title, text: story };
}

function refuse(text: string, what: string): string | null {
  if (text.trim() === '') return `There is no text on stdin. Pass the ${what} in a quoted heredoc: <<'EOF' … EOF.`;
  if (text.length > LONGEST)
    return `The ${what} is longer than 64 KiB. Keep what matters, put the rest in a file, and name the file.`;
  if (text.includes('\0'))
    return `The ${what} contains a NUL character, which would make the file unreadable. Remove it.`;
  return null;
}

function refuseStructure(text: string, what: string): string | null {
  // The empty line in front keeps the text from being read as front matter, and makes a block's index its line number.
  const { blocks, lines } = scan(`\n${text}`);
  for (const block of blocks) {
    const at = `Line ${block.line} of the ${what}`;
    if (block.kind === 'heading' && block.level <= 2)
      return `${at} is a level ${block.level} heading. Use ### or plain text.`;
    if (block.kind === 'event')
      return `${at} looks like an event. Log it with chronicle log, or write it without the tag.`;
  }
  const underlined = lines.findIndex((line, i) => isUnderline(text, lines[i - 1], line) && !isInBlock(blocks, i));
  if (underlined !== -1)
    return `Line ${underlined} of the ${what} turns the line above it into a heading. Put an empty line before it, or use ### for a heading.`;
  const machine = lines.findIndex(({ start, end }) => start > 0 && isMachineLine(text.slice(start - 1, end - 1)));
  if (machine !== -1)
    return `Line ${machine} of the ${what} begins with "Auto-generated:", which marks machine summaries. Reword it.`;
  return null;
}

/** Whether a line of `===` or `---` underlines a heading (CommonMark 4.3). Offsets in `lines` are one larger than in `text`. */
function isUnderline(text: string, above: Line | undefined, { start, end }: Line): boolean {
  if (!above || above.start === 0) return false;
  const before = text.slice(above.start - 1, above.end - 1);
  // Below a list item or a quote it is a horizontal rule.
  return /^ {0,3}(?:=+|-+)[ \t\r]*$/.test(text.slice(start - 1, end - 1)) && /^ {0,3}[^\s>#*+=-]/.test(before);
}

function isInBlock(blocks: readonly Block[], line: number): boolean {
  return blocks.some((block) => block.line <= line && line < block.end);
}

/** An open fence would swallow all text after it in the file. */
function refuseOpenFence(text: string): string | null {
  const open = scan(`\n${text}`).blocks.find(({ kind }) => kind === 'open-fence');
  return open
    ? `Line ${open.line} of the narrative opens a code fence that is never closed. Close it with the same marks.`
    : null;
}

/** Removes blanks at the end, blank lines at the beginning, and carriage returns at line ends. */
function clean(input: string): string {
  // The lookbehind keeps the match linear in a long run of carriage returns.
  return withoutBlankStart(input.replace(/(?<!\r)\r+\n/g, '\n')).trimEnd();
}

function withoutBlankStart(text: string): string {
  return text.replace(/^\s*\n/, '');
}

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
