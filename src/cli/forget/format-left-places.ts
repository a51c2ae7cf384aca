import type { Target } from '#src/setup/forget/file-changes.ts';
import type { LeftPlace } from '#src/setup/forget/left-places.ts';
import { counted } from '#src/lib/text/day.ts';

/** The rest is only in --json. */
const MOST_PLACES = 30;

const ADVICE: Record<LeftPlace['kind'], string> = {
  transcript: "Claude Code's transcripts, which it deletes by age (cleanupPeriodDays). To delete one now, use rm",
  history: "Claude Code's prompt history. Delete the lines in an editor while Claude Code is not running",
  memory: "Claude Code's memory, which its sessions read. Change it in an editor, or with chronicle memory propose",
  named: 'directories that Claude Code names after the path of a project, where it looks for transcripts and memory',
  root: 'archives that your settings name (roots), which chronicle only reads. Run the command on the machine that each belongs to',
  post: 'exported posts. Change them there, or export them again to the same place; the draft may no longer say where that is',
  picture: 'pictures of exported posts, which cannot be searched. Look at them, and export them again or delete them',
  book: 'files that chronicle export --to observations writes. Run it again in those projects; git keeps earlier versions',
  format:
    "field names, dates, ids and the names of project directories in chronicle's own files, which it never changes",
  unread: 'unreadable files, which may contain it. Make them readable and run the command again',
  other: 'other files and your settings. Change them in an editor',
};

const NOT_READ =
  'Once the text is forgotten, chronicle does not read these transcripts again, so it cannot come back from them.';

/** Where else it is: a sentence for each kind of place, and a line for each place. */
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
      ...(rest > 0 ? [`  and ${counted(rest, 'more file')}; --json lists all`] : []),
      ...(kind === 'transcript' && target === 'text' ? [NOT_READ] : []),
    ];
  });
}
