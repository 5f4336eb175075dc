-- Without the name of a queue: of a process that was killed, the library keeps the queue's row locked for four hours, in which no
-- new PIN of any tenant would reach an OKM. Runs for one tenant are kept apart by a lock of the job.
create or replace function queue_pin_verifiers() returns void
language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform graphile_worker.add_job('pin-verifiers', json_build_object('tenantId', current_setting('app.tenant_id')),
    job_key => 'pin-verifiers ' || current_setting('app.tenant_id'), max_attempts => 10, priority => 10);
end $$;

-- What waits in the queue leaves it. A new database has no jobs yet.
do $$
begin
  if to_regclass('graphile_worker._private_job_queues') is not null then
    update graphile_worker._private_jobs set job_queue_id = null
      where job_queue_id in (select id from graphile_worker._private_job_queues where queue_name = 'pin-verifiers');
  end if;
end $$;
