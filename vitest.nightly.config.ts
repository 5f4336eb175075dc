// `npm run test:nightly`: the suites that hold the rights and the tenants, with a real pooler before the database;
// a disk that is full, and a dump that is restored.
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Large files first is the default; the tests of the night are short files that run for up to half an hour. */
class NightFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- of a sequencer, not of an array
    const sorted = await super.sort(files);
    const ofNight = sorted.filter((file) => file.moduleId.endsWith('.nightly.ts'));
    return [...ofNight.toReversed(), ...sorted.filter((file) => !ofNight.includes(file))];
  }
}

export default defineConfig({
  test: {
    name: 'nightly',
    include: [
      'server/test/{authz,lists,tenancy}/**/*.test.ts',
      'server/src/{core,modules}/**/*.test.ts',
      'server/src/db/pooler.test.ts',
      'server/test/hostile/{bodies,long,queries}.test.ts',
      'server/**/*.nightly.ts',
    ],
    // asks what a session of the role may set, on one that it keeps
    exclude: ['server/test/tenancy/schema.test.ts'],
    globalSetup: ['server/src/testing/database.ts', 'server/src/testing/pooler.ts'],
    setupFiles: ['server/src/testing/left-open.ts'],
    provide: { nightly: true },
    // of the database, while jobs are under way
    env: { KEYWARD_TEST_KILLS: '30' },
    pool: 'forks',
    // by itself it leaves one core to itself, and most tests wait for the database
    maxWorkers: availableParallelism(),
    sequence: { sequencer: NightFirst },
    isolate: false,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // for a test that hangs: most try four times as much as by day, and machines differ by three
    testTimeout: 120_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
  },
});
