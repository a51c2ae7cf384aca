import type { ScanContext } from '#src/posts/export/prepare-draft.ts';
import type { SafeWords } from '#src/posts/series/safe-outline.ts';
import type { Layout } from '#src/lib/paths.ts';
import { withoutSecrets } from '#src/redaction/scan.ts';
import { localDay } from '#src/lib/text/day.ts';
import type { ArchiveSnapshot } from '../archive/archive.ts';
import { findingHash } from '../redaction/decide.ts';
import { allDetectors } from '../redaction/detectors.ts';
import { readRedactFile } from '../redaction/redact-file.ts';
import type { World } from '../lib/world.ts';

/** The detectors for drafts on this machine: rules for secrets, and names from the owner's archive. */
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
 * A function that replaces secrets in texts of series. Names from the archive are not secrets, so it ignores them.
 * Refuses an installation without its packages (CHRONICLE_NOT_INSTALLED).
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
