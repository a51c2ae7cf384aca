import { lstatSync, mkdirSync, readlinkSync, symlinkSync, unlinkSync } from 'node:fs';
import { resolve } from 'node:path';
import type { AstroInlineConfig, AstroIntegration } from 'astro';
import { type Layout, PAGES_FOLDER } from '#src/project/paths.ts';
import { modulesDirectory, siteConfig } from './site-config.ts';

/** The configuration for a command. Astro writes into its root. */
export function commandConfig(layout: Layout, integration: AstroIntegration): AstroInlineConfig & { root: string } {
  const root = preparedRoot(layout);
  return { ...siteConfig(layout, integration), configFile: false, root, logLevel: 'error' };
}

/**
 * The directory in which Astro works and compiled pages are kept, created here. Both resolve modules from there, so it has a
 * link to the package's.
 */
export function preparedRoot({ cache }: Layout): string {
  const root = `${cache}/${PAGES_FOLDER}`;
  mkdirSync(root, { recursive: true, mode: 0o700 });
  linkModules(`${root}/node_modules`, modulesDirectory());
  return root;
}

function linkModules(link: string, target: string): void {
  if (lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink()) {
    // Windows returns a junction with a trailing separator.
    if (resolve(readlinkSync(link)) === resolve(target)) return;
    unlinkSync(link);
  }
  // On Windows, every user can create junctions, but not symbolic links.
  symlinkSync(target, link, 'junction');
}
