/**
 * The compiled pages (`scripts/compile-pages.ts` makes them): what `dev` serves and `build` writes. The package contains them.
 * A clone compiles them when a command needs them and a source has changed since.
 */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { notInstalled, packageRoot } from '#src/lib/package-root.ts';
import type { Env } from '#src/lib/env.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { sha1Of } from '#src/lib/digest.ts';
import { walkSite } from './walk-site.ts';

/** The pages of the archive that is provided (`content-loader/current-archive.ts`). */
export interface Pages {
  /** The answer to a request for a page or file; 404 for an address that has none. Throws what the page throws. */
  render(request: Request): Promise<Response>;
  /** Whether an address, by its decoded path, can be that of a page or file. */
  hasRoute(path: string): boolean;
  /** Every address of a built site; one of a page ends with a slash. */
  addresses(): Promise<string[]>;
  /** Styles, scripts and fonts that pages name, by their paths in the site. */
  files: ReadonlyMap<string, Buffer>;
}

/** What pages are made of, in a clone. */
const SOURCES = ['site', 'content-loader', 'src', 'scripts/compile-pages.ts', 'package.json', 'package-lock.json'];
/** A host for addresses, which no page shows. */
const ORIGIN = 'http://localhost';

/** A request for an address. */
export function requestFor(address: string): Request {
  return new Request(new URL(address, ORIGIN));
}

/** Loads the compiled pages; in a clone, `compiling` runs what compiles them first, if they are missing or old. */
export async function loadPages(
  env: Env,
  compiling: (work: () => Promise<void>) => Promise<void> = (work) => work(),
): Promise<Pages> {
  if (!areCompiled()) {
    if (!isClone()) throw notInstalled('compiled pages');
    await compiling(() => compile(env));
  }
  const made: Omit<Pages, 'files'> = await import(pathToFileURL(entryFile()).href);
  const client = `${pagesDirectory()}/client`;
  const paths = [...walkSite(client, new Set())];
  return { ...made, files: new Map(paths.map((path) => [path, readFileSync(join(client, path))])) };
}

export function pagesDirectory(): string {
  return join(packageRoot(), 'pages');
}

/** Whether there are compiled pages, and in a clone none of their sources is newer. */
export function areCompiled(): boolean {
  const entry = statSync(entryFile(), { throwIfNoEntry: false });
  return (
    entry !== undefined && !(isClone() && SOURCES.some((path) => isNewer(join(packageRoot(), path), entry.mtimeMs)))
  );
}

/**
 * A digest of the program that draws pages, with Node, the time zone and the language. Null if the pages have to be compiled
 * first: then it is another.
 */
export function pagesVersion(): string | null {
  if (!areCompiled()) return null;
  const root = packageRoot();
  const { timeZone, locale } = new Intl.DateTimeFormat().resolvedOptions();
  const program = [readFileSync(join(root, 'package.json'), 'utf8'), statSync(entryFile()).mtimeMs];
  return sha1Of(JSON.stringify([root, process.versions.node, timeZone, locale, ...program]));
}

function entryFile(): string {
  return `${pagesDirectory()}/server/entry.mjs`;
}

/** The package has no sources. */
function isClone(): boolean {
  return existsSync(join(packageRoot(), 'site/render.ts'));
}

/** Whether a file, or anything in a directory, was changed after a time. A directory changes when a name in it does. */
function isNewer(path: string, time: number): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return false;
  if (stats.mtimeMs > time) return true;
  return stats.isDirectory() && readdirSync(path).some((name) => isNewer(join(path, name), time));
}

/** Compiles in a process of its own: it needs 800 MB, and never gives them back. It ends with this one. */
async function compile({ variables: env }: Env): Promise<void> {
  const root = packageRoot();
  if (!existsSync(join(root, 'node_modules/astro'))) throw notInstalled('the package astro');
  const program = [join(root, 'scripts/compile-pages.ts'), '--attended'];
  const words = ['--experimental-strip-types', '--no-warnings', ...program];
  const child = spawn(process.execPath, words, { env, stdio: ['pipe', 'ignore', 'pipe'] });
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  const [said, code] = await Promise.all([text(child.stderr), ended]);
  if (code === 0) return;
  throw new ChronicleError(
    'CHRONICLE_BUILD_FAILED',
    `Pages could not be compiled: ${reasonIn(said)}. Run \`npm run build:pages\` in ${root} for more. Nothing was written.`,
  );
}

/** The first line that says what is wrong. */
function reasonIn(said: string): string {
  const lines = said.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('Build failed'));
  return lines[0]?.trim().replace(/\.$/, '') ?? 'the process that compiles was ended';
}
