-- The job key is unique: a transaction that queued the same job would wait until the first one ends, with all that it reads.
create or replace function queue_scope_slots(locations uuid[], hash text) returns void
language plpgsql security definer set search_path = pg_catalog as $$
declare
  job_key text := 'scope-slots ' || current_setting('app.tenant_id') || ' ' || hash;
begin
  if pg_try_advisory_xact_lock(hashtextextended(job_key, 0)) then
    perform graphile_worker.add_job('scope-slots',
      json_build_object('tenantId', current_setting('app.tenant_id'), 'locations', locations),
      job_key => job_key, max_attempts => 3);
  end if;
end $$;

-- One scope of a tenant is summed up at a time: another one would wait for it and hold a place of the jobs.
create function delay_scope_slots(locations uuid[], hash text) returns void language plpgsql as $$
begin
  perform graphile_worker.add_job('scope-slots',
    json_build_object('tenantId', current_setting('app.tenant_id'), 'locations', locations),
    job_key => 'scope-slots ' || current_setting('app.tenant_id') || ' ' || hash, max_attempts => 3,
    run_at => now() + interval '20 seconds');
end $$;
