import type { CheckoutRules } from '#src/lib/project.ts';
import { discard } from '#src/lib/work-directory.ts';
import type { Layout } from '#src/project/paths.ts';
import { newTokens } from '#src/record/observer.ts';
import { frontMatterOf } from '../disk/front-matter-of.ts';
import { readObserver, reviseObserver, transcriptOf } from '../session/observer-file.ts';
import { countGrowth } from '../session/observer-growth.ts';
import { unobservedPath, writeUnobserved } from '../session/unobserved-entry.ts';
import { projectOfChronicle } from '../session/where.ts';

/** With less, the next session is told nothing: the figure of observational memory (estimated tokens). */
const WORTH_TELLING = 5000;

interface Ended {
  sessionId: string;
  /** As the host named it. */
  transcript?: string | undefined;
  /** The branch on which it ended, if that is known. */
  branch: string | null;
  ended: Date;
  rules: CheckoutRules;
}

/**
 * Counts what a session said last, and remembers for the next one if much of it was not observed. Nothing is remembered of a
 * session that nobody attended, or of one without a transcript.
 */
export function observeEnd(
  layout: Layout,
  chronicle: string,
  { sessionId, transcript, branch, ended, rules }: Ended,
): void {
  const frontMatter = frontMatterOf(chronicle);
  const path = transcript ?? transcriptOf(layout, sessionId);
  if (path === null || frontMatter?.get('attended') === 'no') return;
  reviseObserver(layout, sessionId, (state) => countGrowth(state, path, ended)?.state ?? state);
  const state = readObserver(layout, sessionId);
  const tokens = state === null ? 0 : newTokens(state);
  if (tokens < WORTH_TELLING) {
    discard(unobservedPath(layout, sessionId));
    return;
  }
  const branches = [frontMatter?.get('branch') ?? '', branch ?? ''].filter((name) => name !== '');
  const { root } = projectOfChronicle(chronicle, rules, frontMatter);
  const entry = { session: sessionId, root, branches: [...new Set(branches)], tokens };
  writeUnobserved(layout, { ...entry, ended: ended.toISOString() }, ended);
}
