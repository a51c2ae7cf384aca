import { clip, oneLine } from '#src/lib/text/clip.ts';
import { grouped } from '#src/lib/grouped.ts';
import { nearestOf } from '#src/lib/nearest.ts';
import { isProposableName } from '../memory-name.ts';
import { MEMORY_TYPES, type MemoryText } from '../memory-text.ts';
import type { ProposalAction } from './proposal.ts';

/** More than Claude Code reads of one memory in a session (bytes). */
const LARGEST_TEXT = 40_000;
const LONGEST_NAME = 100;

/** It becomes a line of MEMORY.md, of which Claude Code loads a limited number of bytes. */
const LONGEST_DESCRIPTION = 300;

/** Windows reserves these names for devices, with any extension. */
const DEVICE = /^(con|nul|prn|aux|com[1-9]|lpt[1-9])(?=\.)/i;

const CONTROL = /[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|\r(?!\n)/;
/** They reverse the text that follows, so that a line reads as something else. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

const NEW_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*\.md$/;

/**
 * What is wrong with a file name for an action, as a sentence, or null. `names` are those in the memory directory. Two
 * names that differ only in case would be one file on some systems.
 */
export function nameFault(action: ProposalAction, file: string, names: readonly string[]): string | null {
  const shown = clip(oneLine(file), 60);
  if (file.toLowerCase() === 'memory.md') return 'MEMORY.md is the index and is updated automatically. Name a memory.';
  if (/[/\\]/.test(file)) return `${shown} is a path. Give only the file name; memories have no subdirectories.`;
  if (action !== 'NEW') {
    if (isProposableName(file) && names.includes(file)) return null;
    const nearest = nearestOf(file, names.filter(isProposableName));
    return `There is no memory ${shown}${action === 'DELETE' ? '' : `, and ${action} changes an existing one`}. ${nearest ? `Did you mean ${nearest}?` : 'chronicle memory list shows all memories.'}`;
  }
  if (file.length > LONGEST_NAME) return `Shorten the name to ${LONGEST_NAME} characters; it has ${file.length}.`;
  if (!NEW_NAME.test(file))
    return `${shown} cannot be the name of a new memory. Use letters, digits, dots, dashes and underscores; start with a letter or digit and end with .md.`;
  const device = DEVICE.exec(file)?.[0];
  if (device !== undefined)
    return `${shown} cannot be a file on Windows, where ${device.toUpperCase()} is a device. Choose another name.`;
  const twin = names.find((name) => name.normalize('NFC').toLowerCase() === file.toLowerCase());
  if (twin === file) return `${shown} already exists. Use "STRENGTHEN" or "STALE?" with its whole new text.`;
  return twin === undefined ? null : `${shown} differs only in case from ${twin}, which already exists.`;
}

/** What is wrong with the new text of a memory, as sentences. `read` is the text as parsed. */
export function textFaults(text: string, read: MemoryText): string[] {
  const bytes = new TextEncoder().encode(text).length;
  if (bytes > LARGEST_TEXT)
    return [`The text has ${grouped(bytes)} bytes; a memory may have at most ${grouped(LARGEST_TEXT)}.`];
  if (text.includes('\0')) return ['The text contains a NUL character. Remove it.'];
  if (!text.isWellFormed()) return ['The text contains half a character (a lone surrogate). Remove it.'];
  const control = CONTROL.exec(text);
  if (control)
    return [
      `The text contains the control character ${codeOf(control[0])} in line ${lineAt(text, control.index)}. Remove it.`,
    ];
  if (read.fault) return [`The text's front matter cannot be read: ${read.fault}.`];
  if (!/^\ufeff?---\r?\n/.test(text))
    return [
      'The text has no front matter. Start it with ---, name:, description:, metadata: with an indented type:, and ---.',
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
          `Shorten the description to ${LONGEST_DESCRIPTION} characters, since it becomes a line of MEMORY.md; it has ${read.description.length}.`,
        ]
      : []),
    ...(read.type
      ? []
      : [`The front matter has no valid type. Use ${MEMORY_TYPES.slice(0, -1).join(', ')} or ${MEMORY_TYPES.at(-1)}.`]),
    ...(read.body === '' ? ['There is no text below the front matter.'] : []),
  ];
}

/** Escapes can put characters into a value of the front matter that are not in the text. */
function wordFaults(key: 'name' | 'description', value: string): string[] {
  const control = CONTROL.exec(value);
  if (control) return [`The ${key} contains the control character ${codeOf(control[0])}. Remove it.`];
  const mark = DIRECTION.exec(value);
  return mark ? [`The ${key} contains the direction mark ${codeOf(mark[0])}. Remove it.`] : [];
}

function codeOf(character: string): string {
  return `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
