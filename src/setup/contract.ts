/** What the agent is told to log: a section of AGENTS.md or CLAUDE.md. */
import { existsSync } from 'node:fs';
import { readForeign } from '#src/lib/foreign-file.ts';
import { realPath } from '#src/lib/read-file.ts';

/**
 * The contract: a section for AGENTS.md or CLAUDE.md, in lines of Markdown. It says only what the reminder at a session's
 * start leaves out, because an agent reads both: what is worth an event, and what three tags need. At most 120 tokens.
 */
export function contractLines(): string[] {
  return [
    '## Session chronicle',
    '',
    'A session may start with the note "Session chronicle active at …", which says how to log. Without that note, log nothing.',
    '',
    'Log what the diff will not tell a reader next year: why you chose this, what caused the failure, what surprised you. In a USER-CORRECTION quote the user; in a MEMORY-HIT or MEMORY-MISS name the memory file. If work goes on after the summary, write a new one. Never log personal data.',
  ];
}

/**
 * The file for the contract, of a project or of the user (`root` null): the one that has it already, else the project's
 * AGENTS.md if Claude Code loads it, else CLAUDE.md.
 */
export function contractPath(root: string | null, config: string): string {
  if (root === null) return `${config}/CLAUDE.md`;
  const [agents, claude] = [`${root}/AGENTS.md`, `${root}/CLAUDE.md`];
  const holder = [agents, claude].find((path) => hasSection(textOf(path)));
  return holder ?? (existsSync(agents) && loadsAgents(root) ? agents : claude);
}

/**
 * Whether Claude Code loads a project's AGENTS.md. It does so by itself only if the project has no CLAUDE.md with text
 * (2.1.329); otherwise one of them must import it, or be a link to it.
 */
export function loadsAgents(root: string): boolean {
  const agents = realPath(`${root}/AGENTS.md`);
  const others = ['CLAUDE.md', '.claude/CLAUDE.md', 'CLAUDE.local.md']
    .map((name) => ({ path: `${root}/${name}`, text: textOf(`${root}/${name}`) }))
    .filter(({ text }) => text.trim() !== '');
  const leads = ({ path, text }: { path: string; text: string }) =>
    (agents !== null && realPath(path) === agents) || /(?:^|\s)@(?:\.{1,2}\/)?AGENTS\.md(?!\S)/m.test(text);
  return others.length === 0 || others.some(leads);
}

/** The text of a file; for one that cannot be read, a text that imports nothing. */
function textOf(path: string): string {
  try {
    return readForeign(path) ?? '';
  } catch {
    return '?';
  }
}

/**
 * Our section of an instruction file, between markers on lines of their own. Claude Code does not pass such comments on to
 * the model.
 *
 *     <!-- session-chronicle:begin -->
 *     ## Session chronicle
 *     <!-- session-chronicle:end -->
 */
const BEGIN = '<!-- session-chronicle:begin -->';
const END = '<!-- session-chronicle:end -->';

// `^` would also match between the two characters of a line end.
const SECTION = `(?<![^\\n])[ \\t]*${BEGIN}[ \\t]*\\r?\\n(?:[^\\n]*\\n)*?[ \\t]*${END}[ \\t]*(?:\\r?\\n|$)`;

/** The line, from 1, of the first marker that is out of place, and a sentence without its full stop; null if there is none. */
export function sectionFault(text: string): { line: number; message: string } | null {
  const markers = text.split('\n').flatMap((line, index) => {
    const word = line.trim();
    return word === BEGIN || word === END ? [{ word, line: index + 1 }] : [];
  });
  const wrong = markers.find(({ word }, index) => word !== [BEGIN, END][index]);
  const alone = markers.length === 1 ? markers[0] : undefined;
  const { line } = wrong ?? alone ?? {};
  return line === undefined ? null : { line, message: `${BEGIN} and ${END} must each appear once, in this order` };
}

/** Whether a text seems to contain the section, broken or not. */
export function mayHoldSection(text: string): boolean {
  return text.includes(BEGIN);
}

/** Whether a text contains the section, with intact markers. */
function hasSection(text: string): boolean {
  return sectionFault(text) === null && new RegExp(SECTION).test(text);
}

/**
 * The text with `body` between our markers: in place of the existing section, else at the end after an empty line. No other
 * byte changes, except that a last line without a line end gets one. Expects intact markers.
 */
export function withSection(text: string, body: readonly string[]): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const part = [BEGIN, ...body, END].map((line) => `${line}${eol}`).join('');
  if (hasSection(text)) return text.replace(new RegExp(SECTION), () => part);
  if (text.trim() === '') return `${text}${part}`;
  const ended = text.endsWith('\n') ? text : `${text}${eol}`;
  return `${ended}${ended.endsWith(`${eol}${eol}`) ? '' : eol}${part}`;
}

/** The text without our section and the empty line before it; the same text if its markers are broken. */
export function withoutSection(text: string): string {
  return hasSection(text) ? text.replace(new RegExp(`(?:(?<![^\\n])[ \\t]*\\r?\\n)?${SECTION}`), '') : text;
}
