import type { ScanContext } from '#src/posts/export/prepare-draft.ts';
import type { SafeWords } from '#src/posts/series/safe-outline.ts';
import type { Layout } from '#src/project/paths.ts';
import { withoutSecrets } from '#src/redaction/scan.ts';
import { localDay } from '#src/text/day.ts';
import type { ArchiveSnapshot } from '../archive/archive.ts';
import { findingHash } from '../redaction/decide.ts';
import { allDetectors } from '../redaction/detectors.ts';
import { readRedactFile } from '../redaction/redact-file.ts';
import type { World } from '../world.ts';

/** What drafts are scanned with on this machine: rules for secrets, and the names in the owner's archive. */
export async function readScanContext(
  world: World,
  layout: Layout,
  { sessions }: Pick<ArchiveSnapshot, 'sessions'>,
): Promise<ScanContext> {
  const { env, home, host, now } = world;
  const list = readRedactFile(layout);
  const detectors = await allDetectors({ list, env, home, host, sessions });
  const problems = list.problems.map((problem) => ({ path: layout.redact, problem }));
  return { detectors, hash: findingHash, today: localDay(now().toISOString()), problems };
}

/**
 * Replaces secrets in the words of series on this machine. Needs no names from the archive, which are not secrets. Refuses
 * a copy without packages (CHRONICLE_NOT_INSTALLED).
 */
export async function safeWords(world: World, layout: Layout): Promise<SafeWords> {
  const scanContext = await readScanContext(world, layout, { sessions: [] });
  const known = new Map<string, Promise<string>>();
  return (text) => {
    const safe = known.get(text) ?? withoutSecrets(text, scanContext);
    known.set(text, safe);
    return safe;
  };
}
