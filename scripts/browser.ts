/**
 * Makes sure the site's tests have a browser: an installed one, else Playwright's download, else, as root on Debian or
 * Ubuntu, the system's package. Exits with 1 if none of them works.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { installedBrowser } from './installed-browser.ts';

/** A download that takes longer has stalled. */
const DOWNLOAD_MS = 180_000;
const PACKAGE_MS = 300_000;

const found = installedBrowser() ?? downloaded() ?? packaged();
if (found === undefined) {
  process.stderr.write(
    'The tests of the site need Chrome or Chromium, and none was found or could be installed. Install one, or set CHROME_PATH to it; `npm run test:fast` and `npx vitest run` need none.\n',
  );
  process.exitCode = 1;
}

function downloaded(): string | undefined {
  process.stderr.write('No Chrome or Chromium found. Downloading the one of Playwright.\n');
  const playwright = join(createRequire(import.meta.url).resolve('@playwright/test/package.json'), '../cli.js');
  run(process.execPath, [playwright, 'install', 'chromium'], DOWNLOAD_MS);
  return installedBrowser();
}

function packaged(): string | undefined {
  const isDebian = existsSync('/etc/debian_version');
  if (!isDebian || process.getuid?.() !== 0) return undefined;
  process.stderr.write(
    "That did not work. As you are root on Debian or Ubuntu, the system's package is installed now, with apt-get update and apt-get install chromium. Press Ctrl-C to stop this; with CHROME_PATH set to a browser, nothing is installed.\n",
  );
  run('apt-get', ['update'], PACKAGE_MS);
  run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], PACKAGE_MS);
  return installedBrowser();
}

/** Runs a command. If it fails, prints why in one line. */
function run(command: string, args: string[], timeout: number): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status, stderr, error } = spawnSync(command, args, {
    env,
    timeout,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status === 0) return;
  const reason = error?.message ?? /^.*(?:error|^E:).*$/im.exec(stderr)?.[0] ?? `it ended with ${status}`;
  process.stderr.write(`${reason.trim()}\n`);
}
