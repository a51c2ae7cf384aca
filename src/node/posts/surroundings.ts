import type { Surroundings } from '#src/posts/export/prepare-draft.ts';
import type { Layout } from '#src/project/paths.ts';
import { localDay } from '#src/text/day.ts';
import type { ArchiveSnapshot } from '../archive/archive.ts';
import { allDetectors } from '../redaction/detectors.ts';
import { findingHash } from '../redaction/finding-hash.ts';
import { readRedactFile } from '../redaction/redact-file.ts';
import type { World } from '../world.ts';

/** What a draft is scanned with on this machine: secrets, and the names in its owner's archive. */
export async function surroundingsOf(
  world: World,
  layout: Layout,
  { sessions }: ArchiveSnapshot,
): Promise<Surroundings> {
  const { env, home, host, now } = world;
  const list = readRedactFile(layout);
  const detectors = await allDetectors({ list, env, home, host, sessions });
  const problems = list.problems.map((problem) => ({ path: layout.redact, problem }));
  return { detectors, hash: findingHash, today: localDay(now().toISOString()), problems };
}
