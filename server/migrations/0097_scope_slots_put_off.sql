-- A look at a scope whose job was put off leaves it at its time.
create or replace function queue_scope_slots(locations uuid[], hash text) returns void
language plpgsql security definer set search_path = pg_catalog as $$
declare
  job_key text := 'scope-slots ' || current_setting('app.tenant_id') || ' ' || hash;
begin
  if pg_try_advisory_xact_lock(hashtextextended(job_key, 0)) then
    perform graphile_worker.add_job('scope-slots',
      json_build_object('tenantId', current_setting('app.tenant_id'), 'locations', locations),
      job_key => job_key, max_attempts => 3, job_key_mode => 'preserve_run_at');
  end if;
end $$;
