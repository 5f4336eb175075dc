import { afterAll, expect, test } from 'vitest';
import { jobs } from '#modules.ts';
import { sendMail } from '#core/mail/job.ts';
import { queueMail } from '#core/mail/mail.ts';
import { openOutbox } from '#testing/outbox.ts';
import { openPortal } from '#testing/portal.ts';
import { defineJob, type Lane } from './job.ts';
import { startJobs } from './jobs.ts';

const portal = await openPortal();
const { context } = openOutbox(portal);
const done = Promise.withResolvers<void>();
afterAll(() => done.resolve());
const queue = (name: string, n: number) =>
  portal.database.system.query('select graphile_worker.add_job($1) from generate_series(1, $2)', [name, n]);

test('a job waits only for jobs of its own lane', async () => {
  const ran: string[] = [];
  const waiting = (lane: Lane) => defineJob({ name: `${lane}-test`, lane, run: () => done.promise });
  const at = Promise.withResolvers<void>();
  const kinds = [
    waiting('long'),
    waiting('usual'),
    defineJob({
      name: 'urgent-test',
      lane: 'urgent',
      run: async () => {
        ran.push('urgent');
        at.resolve();
      },
    }),
    defineJob({ name: 'usual-after', run: async () => void ran.push('usual') }),
  ];
  // more jobs than run at once
  for (const name of ['long-test', 'usual-test']) await queue(name, 10);
  const running = startJobs(context, kinds);
  await expect
    .poll(async () => {
      const { rows } = await portal.database.system.query<{ n: number }>(
        `select count(*)::int as n from graphile_worker.jobs where locked_at is not null`,
      );
      return rows[0]?.n;
    })
    .toBe(4);
  await queue('usual-after', 1);
  await queue('urgent-test', 1);
  await at.promise;
  expect(ran).toEqual(['urgent']);
  done.resolve();
  await expect.poll(() => ran).toEqual(['urgent', 'usual']);
  await running.stop();
});

test('after a lost connection a runner reads again which number stands for which job', async () => {
  const { system } = portal.database;
  const ran: string[] = [];
  const job = (name: string, lane: Lane) => defineJob({ name, lane, run: async () => void ran.push(name) });
  const running = startJobs(context, [job('numbered-usual', 'usual'), job('numbered-long', 'long')]);
  const listening = async () => {
    const { rowCount } = await system.query(
      `select from pg_stat_activity where application_name = 'keyward jobs' and datname = current_database()
         and query ilike 'listen%'`,
    );
    return rowCount;
  };
  await expect.poll(listening).toBe(2);
  // a runner stores its kinds of jobs only when it first asks for a job
  const numbers = `select from graphile_worker._private_tasks where identifier like 'numbered-%'`;
  await expect.poll(async () => (await system.query(numbers)).rowCount).toBe(2);
  // as after a takeover by a standby that lacked the newest rows: the numbers are assigned to other kinds
  await system.query(`
    begin;
    update graphile_worker._private_tasks set identifier = 'numbered' where identifier = 'numbered-usual';
    update graphile_worker._private_tasks set identifier = 'numbered-usual' where identifier = 'numbered-long';
    update graphile_worker._private_tasks set identifier = 'numbered-long' where identifier = 'numbered';
    commit;
    select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where application_name = 'keyward jobs' and datname = current_database()`);
  await expect.poll(listening).toBe(2);
  await queue('numbered-usual', 1);
  await expect.poll(() => ran).toEqual(['numbered-usual']);
  await running.stop();
});

test('a mail server that does not answer delays only mails', async () => {
  const answer = Promise.withResolvers<void>();
  let asked = 0;
  const deliver = () => {
    asked++;
    return answer.promise;
  };
  let ran = false;
  const usual = defineJob({ name: 'beside-mails', run: async () => void (ran = true) });
  const mail = { kind: 'passwordChanged', to: { email: 'ann@shop.example', locale: 'en' }, validMinutes: 5 } as const;
  // more mails than are sent at once
  for (let n = 0; n < 5; n++) await portal.inTenant('demo', (db) => queueMail(db, portal.vault, mail));
  const running = startJobs({ ...context, deliver }, [sendMail, usual]);
  await expect.poll(() => asked).toBe(2);
  await queue('beside-mails', 1);
  await expect.poll(() => ran).toBe(true);
  answer.resolve();
  // a job that ends while its pool is closed would wait for a connection
  const left = 'select from graphile_worker.jobs where task_identifier = $1';
  await expect.poll(async () => (await portal.database.system.query(left, [sendMail.name])).rowCount).toBe(0);
  await running.stop();
});

test('jobs that update access at controllers wait for no mail, import or count', async () => {
  expect(jobs.filter(({ lane }) => lane === 'urgent').map(({ name }) => name)).toEqual([
    'controllers',
    'due-controllers',
  ]);
});

test('no job is in a named queue', async () => {
  // runners of other lanes lock the row of a named queue for an instant, and hide its job; a killed runner does so for hours
  const { rows } = await portal.database.system.query(
    `select proname from pg_proc where pronamespace = 'public'::regnamespace and prosrc like '%queue_name%'`,
  );
  expect(rows).toEqual([]);
});
