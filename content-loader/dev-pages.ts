import { join } from 'node:path';
import { siteDirectory } from './site-directory.ts';

/** A page that only the dev server has: it shows what no build may hold. */
export interface DevPage {
  pattern: string;
  /** Absolute path of its file. */
  entrypoint: string;
}

const PAGES = {
  '/drafts': 'drafts/index.astro',
  '/drafts/[slug]': 'drafts/[slug].astro',
  '/drafts/[slug]/[target].md': 'drafts/[slug]/[target].md.ts',
  '/drafts/[slug]/[figure].svg': 'drafts/[slug]/[figure].svg.ts',
};

/** Drafts with their findings. */
export function devPages(): DevPage[] {
  return Object.entries(PAGES).map(([pattern, file]) => ({
    pattern,
    entrypoint: join(siteDirectory(), 'dev-pages', file),
  }));
}
