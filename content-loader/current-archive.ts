/**
 * From the archive in memory to Astro's live collection: `live-loader.ts` answers what
 * `site/live.config.ts` asks, `integration.ts` reloads pages when the archive changes,
 * `site-config.ts` is the Astro configuration that commands and editors share.
 *
 *     getLiveEntry('sessions', { project: 'tidemark', name: '2026-03-24-main' })
 *
 * Astro loads configuration and pages through separate copies of these modules, so the one
 * archive of the process is kept on `globalThis`.
 */
import type { Archive, ArchiveSnapshot } from '#src/node/archive/archive.ts';
import { openShownArchive } from '#src/node/archive/shown-archive.ts';
import { readConfig } from '#src/node/config.ts';
import { configRemarks } from '#src/node/doctor/config-facts.ts';
import { layoutIn, realWorld } from '#src/node/world.ts';
import { ownPlace, samplePlace } from './archive-place.ts';

export type { ArchiveSnapshot };

const KEY = Symbol.for('session-chronicle.archive');

/** Makes an archive the one that pages show. */
export function provideArchive(archive: Archive): void {
  Object.assign(globalThis, { [KEY]: archive });
}

/** The archive that was provided. Where no command did, as when Astro is started by itself, it is opened as `chronicle dev` does. */
export function currentArchive(): Archive {
  const provided: unknown = Reflect.get(globalThis, KEY);
  if (isArchive(provided)) return provided;
  const layout = layoutIn(realWorld());
  const own = ownPlace(layout, readConfig(layout).config.roots);
  const archive = openShownArchive({ own, sample: samplePlace(), watch: true });
  provideArchive(archive);
  return archive;
}

/** The owner's home directory, for pages that show paths. */
export function homeDirectory(): string {
  return realWorld().home;
}

/** The owner's settings as far as pages need them: their editor's address, and what they should know of the rest. */
export function ownerSettings(): { editor: string; remarks: string[] } {
  const world = realWorld();
  const layout = layoutIn(world);
  const settings = readConfig(layout);
  return { editor: settings.config.editor, remarks: configRemarks(layout, settings, world.home) };
}

/** What that archive holds now. */
export function currentSnapshot(): ArchiveSnapshot {
  return currentArchive().snapshot;
}

function isArchive(value: unknown): value is Archive {
  return typeof value === 'object' && value !== null && 'snapshot' in value;
}
