/** What the agent is told to log: a section of AGENTS.md or CLAUDE.md. */
import { existsSync } from 'node:fs';
import { readForeign } from '../lib/foreign-file.ts';
import { realPath } from '../lib/read-file.ts';

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

export const CONTRACT_CHOICES = ['agents', 'claude', 'none'] as const;
export type ContractChoice = (typeof CONTRACT_CHOICES)[number];

/**
 * The file for the contract, of a project or of the user (`root` null): the one that has it already, else the project's
 * AGENTS.md if Claude Code loads it, else CLAUDE.md. Null if there should be none.
 */
export function contractPath(root: string | null, config: string, choice: ContractChoice | null): string | null {
  if (choice === 'none') return null;
  if (root === null) return `${config}/CLAUDE.md`;
  const [agents, claude] = [`${root}/AGENTS.md`, `${root}/CLAUDE.md`];
  if (choice !== null) return choice === 'claude' ? claude : agents;
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

/** The first and last line of the section, from 0. */
interface Place {
  begin: number;
  end: number;
}

/** A broken marker: its line from 1, and a sentence without its full stop. */
interface SectionFault {
  line: number;
  message: string;
}

/** The first broken marker in a text; null if there is none. */
export function sectionFault(text: string): SectionFault | null {
  const found = placeOf(linesOf(text));
  return found !== null && 'message' in found ? found : null;
}

/** Whether a text seems to contain the section, broken or not. */
export function mayHoldSection(text: string): boolean {
  return text.includes(BEGIN);
}

/** Whether a text contains the section, with intact markers. */
export function hasSection(text: string): boolean {
  return soundPlace(linesOf(text)) !== null;
}

/**
 * The text with `body` between our markers: in place of the existing section, else at the end after an empty line. No other
 * byte changes, except that a last line without a line end gets one. Expects intact markers.
 */
export function withSection(text: string, body: readonly string[]): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const part = [BEGIN, ...body, END].map((line) => `${line}${eol}`).join('');
  const lines = linesOf(text);
  const place = soundPlace(lines);
  if (place) return [...lines.slice(0, place.begin), part, ...lines.slice(place.end + 1)].join('');
  if (text.trim() === '') return `${text}${part}`;
  const ended = text.endsWith('\n') ? text : `${text}${eol}`;
  return `${ended}${ended.endsWith(`${eol}${eol}`) ? '' : eol}${part}`;
}

/** The text without our section and the empty line before it. Expects intact markers. */
export function withoutSection(text: string): string {
  const lines = linesOf(text);
  const place = soundPlace(lines);
  if (!place) return text;
  const isParted = place.begin > 0 && lines[place.begin - 1]?.trim() === '';
  return [...lines.slice(0, isParted ? place.begin - 1 : place.begin), ...lines.slice(place.end + 1)].join('');
}

function soundPlace(lines: readonly string[]): Place | null {
  const place = placeOf(lines);
  return place !== null && 'begin' in place ? place : null;
}

function placeOf(lines: readonly string[]): Place | SectionFault | null {
  let begin = -1;
  let place: Place | null = null;
  for (const [i, line] of lines.entries()) {
    const word = line.trim();
    if (word === BEGIN) {
      if (begin >= 0) return fault(begin, `${BEGIN} has no ${END} after it`);
      if (place) return fault(i, `${BEGIN} appears a second time`);
      begin = i;
    } else if (word === END) {
      if (begin < 0) return fault(i, `${END} has no ${BEGIN} before it`);
      place = { begin, end: i };
      begin = -1;
    }
  }
  return begin >= 0 ? fault(begin, `${BEGIN} has no ${END} after it`) : place;
}

function fault(index: number, message: string): SectionFault {
  return { line: index + 1, message };
}

/** Lines with their line ends. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}
