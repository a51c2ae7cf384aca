import type { Session } from '#src/format/session.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { accountDetector } from '#src/redaction/account-detector.ts';
import { addressDetector } from '#src/redaction/address-detector.ts';
import { contextDetector } from '#src/redaction/context-detector.ts';
import { homePathDetector } from '#src/redaction/home-path.ts';
import { idDetector } from '#src/redaction/id-detector.ts';
import type { Detector } from '#src/redaction/match.ts';
import { nameDetector } from '#src/redaction/own-name.ts';
import { quotationDetector } from '#src/redaction/quotation-detector.ts';
import { randomDetector } from '#src/redaction/random-detector.ts';
import { repositoryDetector } from '#src/redaction/repository-detector.ts';
import { tokenDetector } from '#src/redaction/token-detector.ts';
import type { Env } from '../lib/env.ts';
import { ownNames } from './own-names.ts';
import type { RedactList } from './redact-file.ts';
import { secretlintDetector } from './secretlint-detector.ts';

export interface DetectorsOptions extends Pick<Env, 'variables' | 'home' | 'host'> {
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
