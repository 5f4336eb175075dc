import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// machines that test are busy: a limit is for a test that hangs
const limits = { testTimeout: 20_000, hookTimeout: 30_000 };

export default defineConfig({
  test: {
    // by itself it leaves one core to itself, of two; most tests wait for the database
    maxWorkers: availableParallelism() + 1,
    projects: [
      { test: { name: 'contract', ...limits, include: ['contract/src/**/*.test.ts'] } },
      { test: { name: 'scripts', ...limits, include: ['scripts/**/*.test.ts'] } },
      { test: { name: 'web', ...limits, include: ['web/src/**/*.test.ts'] } },
      {
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts', 'server/test/**/*.test.ts', 'bench/src/**/*.test.ts'],
          globalSetup: ['server/src/testing/database.ts'],
          setupFiles: ['server/src/testing/left-open.ts'],
          pool: 'forks',
          // half of the time went into loading the same modules for each file
          isolate: false,
          ...limits,
          // those marked concurrent wait for timers, not for the processor
          maxConcurrency: 30,
          expect: { poll: { timeout: 15_000 } },
        },
      },
    ],
  },
});
