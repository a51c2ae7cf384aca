import type { Match, Renaming } from './match.ts';

const CITED = /^[ \t]*<Event\b[^>\n]*\bid=(?:"([^"\n]*)"|'([^'\n]*)')[^>\n]*>[ \t]*(?:\r?\n|$)(?:[ \t]*\r?\n)?/gm;
const GROUP = /(<Lifeline\b[^>\n]*\bgroup=["'])(c-[0-9a-f]{8})(?=["'])/g;

/**
 * Removes the match from a draft. Embedded events are renamed, or removed with the event. Anchors of mistakes are
 * replaced as `groups` says, since a mistake is named after its oldest miss.
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
