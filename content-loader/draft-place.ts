import type { ArchiveSnapshot } from '#src/node/archive/archive.ts';
import { sampleDirectory } from '#src/node/package-root.ts';
import { layoutIn, type World } from '#src/node/world.ts';
import { type Layout, layoutOf } from '#src/project/paths.ts';

/** Where the drafts of an archive lie, and in which world they are scanned. */
export interface DraftPlace {
  layout: Layout;
  world: World;
}

/** That of the archive that is shown, in this world. The sample is scanned in its own world, so that its pages are the same on every machine. */
export function draftPlace(
  { origin, sessions }: Pick<ArchiveSnapshot, 'origin' | 'sessions'>,
  world: World,
): DraftPlace {
  if (origin === 'own') return { layout: layoutIn(world), world };
  const [newest] = sessions;
  const today = new Date(newest?.chronicle.frontMatter.started ?? 0);
  return { layout: layoutOf(sampleDirectory()), world: sampleWorld(today) };
}

/** The machine of the sample's Robin. */
function sampleWorld(today: Date): World {
  const home = '/home/robin';
  return { env: { USER: 'robin' }, home, cwd: home, now: () => today, host: 'robins-desk', parentPid: 0 };
}
