import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { namesIn } from '#src/lib/names-in.ts';
import { packageRoot } from '#src/lib/package-root.ts';

/** What a site is made by in a package, which has no sources. */
const PACKAGE = ['package.json', 'pages', 'hooks/dist'];
/** What it is made by in a clone. Pages are compiled of it, when a build needs them. */
const CLONE = [
  'package.json',
  'package-lock.json',
  'content-loader',
  'site',
  'src',
  'scripts/compile-pages.ts',
  'hooks/dist',
];

/**
 * A digest of the program that builds the site, with Node, the time zone and the language. `more` are further
 * values that change pages.
 */
export function codeVersion(more: readonly string[]): string {
  program ??= programDigest();
  const hash = createHash('sha1');
  for (const part of [program, ...more]) hash.update(`${part}\0`);
  return hash.digest('hex');
}

/** This process goes on with the code that it has loaded. */
let program: string | undefined;

function programDigest(): string {
  const root = packageRoot();
  const hash = createHash('sha1');
  const { timeZone, locale } = new Intl.DateTimeFormat().resolvedOptions();
  for (const part of [root, process.versions.node, timeZone, locale]) hash.update(`${part}\0`);
  for (const path of isClone() ? CLONE : PACKAGE) addTo(hash, root, path);
  return hash.digest('hex');
}

/** The package has no sources. */
export function isClone(): boolean {
  return existsSync(join(packageRoot(), 'site/render.ts'));
}

function addTo(hash: ReturnType<typeof createHash>, root: string, path: string): void {
  try {
    const bytes = readFileSync(join(root, path));
    hash.update(`${path}\0${bytes.length}\0`).update(bytes);
  } catch {
    // A directory, or a file that this installation does not have.
    for (const name of namesIn(join(root, path))) addTo(hash, root, `${path}/${name}`);
  }
}
