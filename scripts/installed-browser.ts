/**
 * Finds Chrome or Chromium on this machine, for the site's tests.
 */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

/** The path of a browser: `CHROME_PATH`, else one in a usual place, else Playwright's download; undefined if there is none. */
export function installedBrowser(): string | undefined {
  const { CHROME_PATH } = process.env;
  return [...(CHROME_PATH ? [CHROME_PATH] : []), ...usualPlaces(), chromium.executablePath()].find((path) =>
    existsSync(path),
  );
}

function usualPlaces(): string[] {
  const { HOME = '', PATH = '' } = process.env;
  if (process.platform === 'win32') return windowsPlaces();
  if (process.platform === 'darwin') {
    return ['Google Chrome', 'Chromium'].flatMap((name) =>
      ['', HOME].map((home) => `${home}/Applications/${name}.app/Contents/MacOS/${name}`),
    );
  }
  const folders = ['/usr/bin', ...PATH.split(delimiter)].filter((folder) => folder.startsWith('/'));
  return COMMANDS.flatMap((command) => folders.map((folder) => join(folder, command)));
}

function windowsPlaces(): string[] {
  const { PROGRAMFILES = '', 'PROGRAMFILES(X86)': PROGRAMFILES_X86 = '', LOCALAPPDATA = '' } = process.env;
  return [PROGRAMFILES, PROGRAMFILES_X86, LOCALAPPDATA].flatMap((folder) =>
    ['Google/Chrome', 'Chromium'].map((name) => join(folder, name, 'Application/chrome.exe')),
  );
}
