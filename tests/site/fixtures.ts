import { type Browser, type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test';

type SiteName = 'own' | 'sample' | 'empty' | 'single' | 'large' | 'first' | 'broken';

interface Fixtures {
  /** The address of each site, without a trailing slash, and its directory. */
  sites: Record<SiteName, { url: string; directory: string }>;
  /** A page whose errors and external requests fail the test at its end. */
  quietPage: Page;
}

/** The test of the specs. Relative addresses belong to the owner's site. */
export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures off the pattern.
  sites: async ({}, use) => {
    const { CHRONICLE_SITES = '{}' } = process.env;
    await use(JSON.parse(CHRONICLE_SITES));
  },
  baseURL: async ({ sites }, use) => use(sites.own.url),
  quietPage: async ({ page }, use) => {
    const faults = watchFaults(page);
    await use(page);
    expect(faults).toEqual([]);
  },
});

/** Collects faults of a page: console errors, policy violations, exceptions, dialogs, external requests. */
export function watchFaults(page: Page): string[] {
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') faults.push(message.text());
  });
  page.on('pageerror', (error) => {
    // A browser skips the fade between pages when it is too busy, and says so in this way.
    if (!/^InvalidStateError: Transition was /.test(String(error))) faults.push(String(error));
  });
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!/^(?:http:\/\/127\.0\.0\.1:|data:image\/svg)/.test(request.url())) faults.push(`request: ${request.url()}`);
  });
  return faults;
}

/** A page in a context of its own, such as one without JavaScript. */
export async function pageWith(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext(options);
  return context.newPage();
}

export { expect };
