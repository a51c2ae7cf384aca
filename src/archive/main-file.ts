/** Which of several files of one session is shown: the one with more. The others are named as problems. */
import type { Chronicle } from '#src/format/chronicle.ts';
import { copiedName } from '#src/lib/conflict-copy.ts';
import { compare } from '#src/lib/compare.ts';
import type { PlacedFile } from './listed-file.ts';

/**
 * The files of a session, the one that it is shown under first: the one with most events, with a summary that somebody wrote
 * before one that was made from the events; then one of the owner's archive, no conflict copy, and the one that began first.
 */
export function mainFirst<File extends PlacedFile & { chronicle: Chronicle }>(
  files: readonly File[],
  ownRoot: string,
): File[] {
  const isForeign = ({ path }: File) => Number(rootOf(path) !== ownRoot);
  const isCopy = ({ path }: File) => Number(copiedName(path.slice(path.lastIndexOf('/') + 1)) !== null);
  return files.toSorted(
    (a, b) =>
      b.chronicle.events.length - a.chronicle.events.length ||
      summaryRank(b.chronicle) - summaryRank(a.chronicle) ||
      isForeign(a) - isForeign(b) ||
      isCopy(a) - isCopy(b) ||
      compare(a.started, b.started) ||
      compare(a.path, b.path),
  );
}

function summaryRank({ summary }: Chronicle): number {
  if (summary.narrative !== null) return 2;
  return summary.kind === 'machine' || summary.lead === '' ? 0 : 1;
}

/** The root of an archive, from the path of a chronicle in it. */
export function rootOf(chroniclePath: string): string {
  return chroniclePath.split('/').slice(0, -3).join('/');
}
