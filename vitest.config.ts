import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// machines that test are busy: a limit is for a test that hangs
const limits = { testTimeout: 20_000, hookTimeout: 30_000 };
// loading the same modules for each file took most of the time
const once = { ...limits, isolate: false };
// Node runs TypeScript by itself; modules that Vite rewrites take a sixth more processor time. Nothing here needs `vi.mock`
const asNode = { ...once, experimental: { viteModuleRunner: false, nodeLoader: false } };

export default defineConfig({
  test: {
    // by itself it leaves one core to itself, of two; most tests wait for the database
    maxWorkers: availableParallelism() + 1,
    projects: [
      { test: { name: 'contract', ...asNode, include: ['contract/src/**/*.test.ts'] } },
      { test: { name: 'scripts', ...asNode, include: ['scripts/**/*.test.ts'] } },
      { test: { name: 'web', ...once, include: ['web/{src,bundle}/**/*.test.ts'] } },
      {
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts', 'server/test/**/*.test.ts', 'bench/src/**/*.test.ts'],
          globalSetup: ['server/src/testing/database.ts'],
          setupFiles: ['server/src/testing/left-open.ts'],
          pool: 'forks',
          ...asNode,
          // those marked concurrent wait for timers, not for the processor
          maxConcurrency: 30,
          expect: { poll: { timeout: 15_000 } },
        },
      },
    ],
  },
});
