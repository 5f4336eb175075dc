import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';

/** `npm test` leaves out the tests that docs/decisions/0033 names. */
const byDay = process.env.BY_DAY === '1';

export default defineConfig({
  testDir: '.',
  outputDir: './test-results',
  globalSetup: './global-setup.ts',
  // more workers than cores take longer in total, and each of their pages several times as long
  workers: Math.min(Math.max(availableParallelism(), 2), 4),
  fullyParallel: true,
  ...(byDay ? { grepInvert: /@nightly/ } : {}),
  forbidOnly: process.env.CI !== undefined,
  reporter: 'list',
  timeout: 90_000,
  expect: { timeout: 15_000 }, // test machines are under load
  use: {
    browserName: 'chromium',
    ...(process.env.BASE_URL ? { baseURL: process.env.BASE_URL } : {}),
    // drawing animations takes a fifth of the processor time
    contextOptions: byDay ? { reducedMotion: 'reduce' } : {},
    locale: 'en-US',
    timezoneId: 'UTC',
    trace: 'on-first-retry', // recording every test doubles the run time
    screenshot: 'only-on-failure',
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
      args: [
        '--no-sandbox',
        '--disable-dev-shm-usage',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
