import type { Renaming, Wanted } from './wanted.ts';

const CITED = /^[ \t]*<Event\b[^>\n]*\bid=(?:"([^"\n]*)"|'([^'\n]*)')[^>\n]*>[ \t]*(?:\r?\n|$)(?:[ \t]*\r?\n)?/gm;

/** A draft's text without what is wanted: an event in it that is gone goes, and one that has another name has that. */
export function forgetInDraft(bytes: string, wanted: Pick<Wanted, 'text'>, renamed: Renaming): string {
  const cited = bytes.replace(CITED, (lines: string, double: string | undefined, single: string | undefined) => {
    const name = double ?? single ?? '';
    const after = renamed(name);
    return after === null ? '' : lines.replace(name, () => after);
  });
  return wanted.text.replace(cited);
}
