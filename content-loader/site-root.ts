import { lstatSync, mkdirSync, readlinkSync, symlinkSync, unlinkSync } from 'node:fs';
import { resolve } from 'node:path';
import type { AstroInlineConfig } from 'astro';
import type { Layout } from '#src/project/paths.ts';
import { modulesDirectory, siteConfig } from './site-config.ts';

/**
 * The configuration for a command, with a root of its own in the cache that holds nothing but a
 * link to the package's modules: Astro writes into its root, and resolves modules from there.
 * Makes that directory.
 */
export function commandConfig(layout: Layout): AstroInlineConfig & { root: string } {
  const root = `${layout.cache}/root`;
  mkdirSync(root, { recursive: true, mode: 0o700 });
  linkModules(`${root}/node_modules`, modulesDirectory());
  return { ...siteConfig(layout), configFile: false, root, logLevel: 'error' };
}

function linkModules(link: string, target: string): void {
  if (lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink()) {
    // Windows reads a junction back with a separator at its end.
    if (resolve(readlinkSync(link)) === resolve(target)) return;
    unlinkSync(link);
  }
  // Windows lets everybody make junctions, but not links.
  symlinkSync(target, link, 'junction');
}
