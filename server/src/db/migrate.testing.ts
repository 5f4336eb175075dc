// New databases for the tests of migrations.
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';

const folder = path.join(import.meta.dirname, '../../migrations');
/** The names of all files, in order. */
export const files = fs
  .readdirSync(folder)
  .toSorted()
  .map((file) => file.replace('.sql', ''));
export const sqlOf = (name: string) => fs.readFileSync(path.join(folder, `${name}.sql`), 'utf8');

/** A connection that ends with the test. */
export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  onTestFinished(() => client.end());
  await client.connect();
  return client;
}

/** A new database: empty, or with the schema and the profiles of the tests. */
export async function openNew(template = 'template1') {
  const name = `t_${randomBytes(6).toString('hex')}`;
  const admin = await connect(inject('adminUrl'));
  await admin.query(`create database ${name} template ${template}`);
  const url = inject('adminUrl').replace('/postgres?', `/${name}?`);
  return { url, db: await connect(url) };
}

/** A new database whose owner is not a superuser, as README.md describes. */
export async function openOwned() {
  const { url, db } = await openNew();
  const owner = `owner_${randomBytes(6).toString('hex')}`;
  const { rows } = await db.query<{ name: string }>('select current_database() as name');
  await db.query(
    `create role ${owner} login createrole password 'of-this-test-alone';
     alter database ${rows[0]?.name} owner to ${owner};
     grant keyward_app to ${owner} with admin option`, // which the tests of other databases have made
  );
  const ownerUrl = url.replace(/\/\/[^@]*@/, `//${owner}:of-this-test-alone@`);
  return { url: ownerUrl, db: await connect(ownerUrl) };
}
