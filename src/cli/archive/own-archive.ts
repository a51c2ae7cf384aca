import type { Archive, ArchiveSnapshot } from '#src/node/archive/archive.ts';
import { openArchive } from '#src/node/archive/open-archive.ts';
import { checkoutRules } from '#src/node/checkout-rules.ts';
import { readConfig } from '#src/node/config.ts';
import { isDirectory } from '#src/node/disk/is-there.ts';
import { clustersFile } from '#src/node/memory/clusters-file.ts';
import { parsedFiles } from '#src/node/recall/parsed-files.ts';
import { layoutIn } from '#src/node/world.ts';
import type { Io } from '../terminal/io.ts';
import { say } from '../terminal/print.ts';
import { ownRoots } from './own-roots.ts';

/** The state of the owner's archive, read once. If it is empty, says so and what to do. */
export function ownSnapshot(io: Io): ArchiveSnapshot {
  return ownArchive(io).snapshot;
}

/** The owner's archive, read once, for commands that also read facts. If it is empty, says so and what to do. */
export function ownArchive(io: Io, roots: readonly string[] = ownRoots(io)): Archive {
  const layout = layoutIn(io.world);
  const owner = { root: layout.state, clusters: clustersFile(layout.clusters) };
  const { config } = readConfig(layout);
  const archive = openArchive({
    ...{ roots, machines: config.machines, rules: checkoutRules(config, io.world.home) },
    ...{ origin: 'own', owner, known: parsedFiles(layout), watch: false },
  });
  const { snapshot } = archive;
  const faulty = snapshot.attention.filter(({ path }) => path !== layout.clusters);
  if (snapshot.sessions.length + faulty.length === 0) {
    const first = isDirectory(layout.app)
      ? 'The first one appears when Claude Code starts.'
      : 'The first one appears when Claude Code starts with the hooks installed. To install them, run `chronicle init`.';
    say(io, `No chronicles yet in ${roots.join(', ')}. ${first} To see a sample, run \`chronicle dev --sample\`.`);
  }
  return archive;
}
