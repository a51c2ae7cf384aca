import { clip, oneLine } from '#src/text/clip.ts';
import { nearestOf } from '#src/value/nearest.ts';
import { MEMORY_TYPES, type MemoryText } from '../memory-text.ts';
import type { ProposalAction } from './proposal.ts';

/** What Claude Code reads of one memory in a session is less (bytes). */
const LARGEST_TEXT = 40_000;
const LONGEST_NAME = 100;

/** It becomes one line of MEMORY.md, of whose bytes Claude Code loads so many. */
const LONGEST_DESCRIPTION = 300;

/** Names that Windows keeps for devices, whatever follows a dot. */
const DEVICE = /^(con|nul|prn|aux|com[1-9]|lpt[1-9])(?=\.)/i;

const CONTROL = /[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|\r(?!\n)/;
/** They turn the direction of what follows, so that a line reads as another. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

const NEW_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*\.md$/;

/** Whether a name is that of a memory which may lie there: a Markdown file right in the directory, and not the index. */
export function isMemoryName(name: string): boolean {
  return (
    /^[^/\\\u0000-\u001f\u007f]+\.md$/.test(name) &&
    !name.startsWith('.') &&
    name.toLowerCase() !== 'memory.md' &&
    name.isWellFormed()
  );
}

/**
 * What is wrong with a file name for an action, as a sentence; null if nothing is. `names` are those in the directory of
 * memories. A name that differs only in case from another would be the same file on some systems.
 */
export function nameFault(action: ProposalAction, file: string, names: readonly string[]): string | null {
  const shown = clip(oneLine(file), 60);
  if (file.toLowerCase() === 'memory.md')
    return 'MEMORY.md is the index, which is kept in step by itself. Name a memory.';
  if (/[/\\]/.test(file))
    return `${shown} is a path. Memories lie flat in their directory; give the file's name alone.`;
  if (action !== 'NEW') {
    if (isMemoryName(file) && names.includes(file)) return null;
    const nearest = nearestOf(file, names.filter(isMemoryName));
    return `There is no memory ${shown}${action === 'DELETE' ? '' : `, and ${action} changes one that is there`}. ${nearest ? `Did you mean ${nearest}?` : 'chronicle memory list names them.'}`;
  }
  if (file.length > LONGEST_NAME) return `The name has ${file.length} characters; at most ${LONGEST_NAME} are taken.`;
  if (!NEW_NAME.test(file))
    return `${shown} is no name for a new memory. It has letters, digits, dot, dash and underscore, begins with a letter or digit and ends in .md.`;
  const device = DEVICE.exec(file)?.[0];
  if (device !== undefined)
    return `${shown} cannot be a file on Windows, where ${device.toUpperCase()} names a device. Take another name.`;
  const twin = names.find((name) => name.normalize('NFC').toLowerCase() === file.toLowerCase());
  if (twin === file) return `${shown} is there already. Use "STRENGTHEN" or "STALE?" with its whole new text.`;
  return twin === undefined ? null : `${shown} differs only in case from ${twin}, which is there already.`;
}

/** What is wrong with the new text of a memory, as sentences. `read` is the text as it is read from a file. */
export function textFaults(text: string, read: MemoryText): string[] {
  const bytes = new TextEncoder().encode(text).length;
  if (bytes > LARGEST_TEXT)
    return [
      `The text has ${bytes.toLocaleString('en-GB')} bytes; a memory has at most ${LARGEST_TEXT.toLocaleString('en-GB')}.`,
    ];
  if (text.includes('\0')) return ['The text holds a NUL character. Leave it out.'];
  if (!text.isWellFormed()) return ['The text holds half a character (a lone surrogate). Leave it out.'];
  const control = CONTROL.exec(text);
  if (control)
    return [
      `The text holds the control character ${codeOf(control[0])} in line ${lineAt(text, control.index)}. Leave it out.`,
    ];
  if (read.fault) return [`The text's front matter cannot be read: ${read.fault}.`];
  if (!/^\ufeff?---\r?\n/.test(text))
    return [
      'The text has no front matter. It begins with ---, name:, description:, metadata: with type: below it, and ---.',
    ];
  return [
    ...(read.name === '' ? ['The front matter has no name, such as name: money-in-cents.'] : []),
    ...(read.description === ''
      ? ['The front matter has no description: one line that says what the memory is for.']
      : []),
    ...wordFaults('name', read.name),
    ...wordFaults('description', read.description),
    ...(read.description.length > LONGEST_DESCRIPTION
      ? [
          `The description has ${read.description.length} characters; at most ${LONGEST_DESCRIPTION} are taken, since it becomes a line of MEMORY.md.`,
        ]
      : []),
    ...(read.type ? [] : [`The front matter has no type that is one of ${MEMORY_TYPES.join(', ')}.`]),
    ...(read.body === '' ? ['The text says nothing below its front matter.'] : []),
  ];
}

/** A value of the front matter may hold by an escape what the text does not. */
function wordFaults(key: 'name' | 'description', value: string): string[] {
  const control = CONTROL.exec(value);
  if (control) return [`The ${key} holds the control character ${codeOf(control[0])}. Leave it out.`];
  const mark = DIRECTION.exec(value);
  return mark ? [`The ${key} holds the direction mark ${codeOf(mark[0])}. Leave it out.`] : [];
}

function codeOf(character: string): string {
  return `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
