// Once per test run: a throw-away cluster with a migrated and seeded template, which every test file clones.
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '#db/connect.ts';
import { temporaryCluster } from './cluster.ts';
import { seedTestWorld } from './people.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The owner's connection string of the run's cluster, database `postgres`. */
    adminUrl: string;
    /** Host and port of the pooler in front of it, only in the nightly run (pooler.ts). */
    pooler: string | undefined;
    /** Set by vitest.nightly.config.ts; read through nightly.ts. */
    nightly: boolean | undefined;
  }
}

export const TEMPLATE = 'keyward_template';

export default async function setup(project: TestProject) {
  const cluster = await temporaryCluster();
  try {
    const admin = new pg.Client(cluster.url('postgres'));
    await admin.connect();
    await admin.query(`create database ${TEMPLATE}`);
    await admin.end();
    const database = await openDatabase({ dataDir: '', databaseUrl: cluster.url(TEMPLATE), unsafeFast: true });
    await seedTestWorld(database);
    await database.close();
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  project.provide('adminUrl', cluster.url('postgres'));
  return () => cluster.stop();
}
