import type { Target } from '#src/node/forget/file-changes.ts';
import type { LeftPlace } from '#src/node/forget/left-places.ts';
import { counted } from '#src/text/day.ts';

/** So many places are listed; --json has all. */
const MOST_PLACES = 30;

const ADVICE: Record<LeftPlace['kind'], string> = {
  transcript: 'transcripts of Claude Code, which removes them by age (cleanupPeriodDays); rm removes one at once',
  history: 'the prompts that Claude Code offers again; take the lines out in an editor while it is not running',
  memory:
    'memory of Claude Code, which its sessions read, and whose names hooks note; change it in an editor, or with chronicle memory propose',
  named: 'directories that Claude Code names after the path of a project, and finds its transcripts and memory by',
  post: 'posts that were exported; change them where they lie, or export them again to the same place, which the draft may not name any more',
  picture:
    'pictures of posts that were exported, which may show it and cannot be searched; look at them, and make them again or remove them',
  format: 'words of the form of our own files, dates and ids, which say nothing of anybody',
  unread: 'cannot be read, so what stands there is not known; run the command again when it can',
  other: 'not ours, or a setting of yours; change it in an editor',
};

const COMES_BACK = 'Sessions that chronicle backfill has not filled in yet may bring it back from there.';

/** Where else it stands, a sentence for each kind of place and a line for each place. */
export function formatLeftPlaces(left: readonly LeftPlace[], target: Target['kind']): string[] {
  const kinds = Map.groupBy(left, ({ kind }) => kind);
  return [...kinds].flatMap(([kind, places]) => {
    const listed = places.slice(0, MOST_PLACES).map(({ path, line, lines }) => {
      const more = lines > 1 ? ` and ${counted(lines - 1, 'more line')}` : '';
      return `  ${path}${line === null ? '' : `:${line}`}${more}`;
    });
    const rest = places.length - listed.length;
    return [
      `Not touched: ${ADVICE[kind]}.`,
      ...listed,
      ...(rest > 0 ? [`  and ${counted(rest, 'more file')}; --json names them`] : []),
      ...(kind === 'transcript' && target === 'text' ? [COMES_BACK] : []),
    ];
  });
}
