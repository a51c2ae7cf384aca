import { defineConfig } from '@playwright/test';
import { installedBrowser } from './scripts/installed-browser.ts';

const executablePath = installedBrowser();
// Found once; workers read this file again and inherit the environment.
if (executablePath) Object.assign(process.env, { CHROME_PATH: executablePath });

export default defineConfig({
  testDir: 'tests/site',
  globalSetup: './tests/site/global-setup.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: 'CI' in process.env,
  reporter: 'dot',
  workers: '100%',
  use: {
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      // A container has no sandbox to give, and a test needs nothing from the network.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-quic',
        '--no-first-run',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
