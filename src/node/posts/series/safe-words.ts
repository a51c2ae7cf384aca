import { allDetectors } from '#src/node/redaction/detectors.ts';
import { findingHash } from '#src/node/redaction/finding-hash.ts';
import { readRedactFile } from '#src/node/redaction/redact-file.ts';
import type { World } from '#src/node/world.ts';
import type { Surroundings } from '#src/posts/export/prepare-draft.ts';
import type { Layout } from '#src/project/paths.ts';
import { withoutSecrets } from '#src/redaction/scan.ts';

/** A text with every secret and home path in it replaced. */
export type SafeWords = (text: string) => Promise<string>;

/**
 * What makes the words of series safe on this machine. Refuses a copy without packages (CHRONICLE_NOT_INSTALLED). Of names
 * in the archive it needs none: they are no secrets.
 */
export async function safeWords({ env, home, host }: World, layout: Layout): Promise<SafeWords> {
  const list = readRedactFile(layout);
  const detectors = await allDetectors({ list, env, home, host, sessions: [] });
  const surroundings: Surroundings = { detectors, hash: findingHash, today: '', problems: [] };
  const known = new Map<string, Promise<string>>();
  return (text) => {
    const safe = known.get(text) ?? withoutSecrets(text, surroundings);
    known.set(text, safe);
    return safe;
  };
}
