import { defineConfig } from '@playwright/test';
import { installedBrowser } from './scripts/installed-browser.ts';

const executablePath = installedBrowser();
// Found once: workers read this file again, and inherit the environment.
if (executablePath) Object.assign(process.env, { CHROME_PATH: executablePath });

/** Features that Playwright 1.65 turns off itself: of two such arguments a browser uses the last. */
const AS_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];
// Each Chromium window loads two pages for its address bar's suggestions, which costs half as much as a test's context.
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];
const NO_ADDRESS_BAR = `--disable-features=${[...AS_PLAYWRIGHT, ...ADDRESS_BAR].join(',')}`;

export default defineConfig({
  testDir: 'tests/site',
  globalSetup: './tests/site/global-setup.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: 'CI' in process.env,
  reporter: 'dot',
  workers: '100%',
  // As in vitest.config.ts: `npm run test:long` runs what is tagged, and `npm test` the rest.
  projects: [
    { name: 'site', grepInvert: /@long/ },
    { name: 'long', grep: /@long/ },
  ],
  use: {
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      // Containers cannot provide a sandbox, and tests need nothing from the network.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-quic',
        '--no-first-run',
        '--disable-component-update',
        '--disable-sync',
        NO_ADDRESS_BAR,
      ],
    },
  },
});
