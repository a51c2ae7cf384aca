/** All detectors in the order of their certainty. */
import type { Session } from '#src/format/session.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import type { Env } from '#src/lib/env.ts';
import { addressDetector } from './addresses.ts';
import type { Detector } from './finding.ts';
import {
  homePathDetector,
  idDetector,
  nameDetector,
  ownNames,
  quotationDetector,
  repositoryDetector,
} from './names.ts';
import { contextDetector } from './named-secrets.ts';
import { accountDetector } from './numbers.ts';
import { randomDetector } from './random.ts';
import type { RedactList } from './redact-file.ts';
import { secretlintDetector, tokenDetector } from './tokens.ts';

interface DetectorsOptions extends Pick<Env, 'variables' | 'home' | 'host'> {
  /** The owner's private names, and texts to ignore. */
  list: Pick<RedactList, 'names' | 'allow'>;
  /** All sessions of the archive, for their ids, tasks and checkouts. */
  sessions: readonly Pick<Session, 'id' | 'project' | 'chronicle'>[];
}

/**
 * All detectors, the most certain first. Texts that the owner allows are no findings, unless they are secrets. Refuses
 * (CHRONICLE_NOT_INSTALLED) a copy without its packages.
 */
export async function allDetectors(options: DetectorsOptions): Promise<Detector[]> {
  return detectorsWith(options, [await secretlintDetector()]);
}

/** All detectors that this copy has: a plugin has no packages, and only the project's own rules. */
export async function availableDetectors(options: DetectorsOptions): Promise<Detector[]> {
  try {
    return await allDetectors(options);
  } catch (error) {
    if (!(error instanceof ChronicleError && error.code === 'CHRONICLE_NOT_INSTALLED')) throw error;
    return detectorsWith(options, []);
  }
}

async function detectorsWith(
  { list: { names, allow }, sessions, ...env }: DetectorsOptions,
  packages: readonly Detector[],
): Promise<Detector[]> {
  const projects = [...new Set(sessions.map(({ project }) => project))];
  const roots = [...new Set(projects.flatMap(({ root }) => root ?? []))];
  const own = await ownNames(env, roots);
  const keys = projects.map(({ directory }) => ({ text: directory, kind: 'project key', replacement: '[project]' }));
  const detectors: Detector[] = [
    tokenDetector,
    contextDetector,
    ...packages,
    accountDetector,
    randomDetector,
    homePathDetector(env.home),
    nameDetector([...names, ...own, ...keys]),
    idDetector({
      sessionIds: sessions.map(({ id }) => id),
      tasks: sessions.map(({ chronicle }) => chronicle.frontMatter.task),
    }),
    addressDetector,
    repositoryDetector,
    quotationDetector,
  ];
  return allow.length === 0 ? detectors : detectors.map((detector) => withAllowed(detector, allow));
}

function withAllowed(detector: Detector, allow: readonly string[]): Detector {
  const allowed = new Set(allow.map((text) => text.toLowerCase()));
  return async (fragment) =>
    (await detector(fragment)).filter(
      ({ mayKeep, start, end }) => !mayKeep || !allowed.has(fragment.text.slice(start, end).toLowerCase()),
    );
}
