import type { Match, Renaming } from './match.ts';

const CITED = /^[ \t]*<Event\b[^>\n]*\bid=(?:"([^"\n]*)"|'([^'\n]*)')[^>\n]*>[ \t]*(?:\r?\n|$)(?:[ \t]*\r?\n)?/gm;
const GROUP = /(<Lifeline\b[^>\n]*\bgroup=["'])(c-[0-9a-f]{8})(?=["'])/g;

/**
 * A draft's text without what is to be forgotten: an event in it that is gone goes, and one that has another name has that. A
 * group of misses follows `groups`, by its anchor, as it is named by its oldest miss.
 */
export function forgetInDraft(
  bytes: string,
  match: Pick<Match, 'text'>,
  renamed: Renaming,
  groups: ReadonlyMap<string, string> = new Map(),
): string {
  const cited = bytes.replace(CITED, (lines: string, double: string | undefined, single: string | undefined) => {
    const name = double ?? single ?? '';
    const after = renamed(name);
    return after === null ? '' : lines.replace(name, () => after);
  });
  const grouped = cited.replace(GROUP, (_, before: string, group: string) => before + (groups.get(group) ?? group));
  return match.text.replace(grouped);
}
