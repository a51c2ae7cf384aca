import { resolve } from 'node:path';
import { pathsIn, type Env } from '#src/lib/env.ts';

/** What a person chose: a directory, the sample, or nothing. */
interface SiteChoice {
  directory: string | undefined;
  isSample: boolean;
}

/**
 * Where `build` writes a site, and `preview` finds it. The sample has a directory of its own, so that it never takes the
 * place of the owner's site.
 */
export function sitePlace(env: Env, { directory, isSample }: SiteChoice): string {
  if (directory !== undefined) return resolve(env.cwd, directory);
  const { site, cache } = pathsIn(env);
  return isSample ? `${cache}/sample-site` : site;
}
