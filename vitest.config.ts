import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // by itself it leaves one core to itself, of two; most tests wait for the database
    maxWorkers: availableParallelism() + 1,
    projects: [
      { test: { name: 'contract', include: ['contract/src/**/*.test.ts'] } },
      { test: { name: 'scripts', include: ['scripts/**/*.test.ts'] } },
      { test: { name: 'web', include: ['web/src/**/*.test.ts'] } },
      {
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts', 'server/test/**/*.test.ts', 'bench/src/**/*.test.ts'],
          globalSetup: ['server/src/testing/database.ts'],
          setupFiles: ['server/src/testing/left-open.ts'],
          pool: 'forks',
          // half of the time went into loading the same modules for each file
          isolate: false,
          testTimeout: 20_000,
          hookTimeout: 30_000,
          // machines that test are busy
          expect: { poll: { timeout: 15_000 } },
        },
      },
    ],
  },
});
