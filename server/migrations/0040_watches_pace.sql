-- Lists other than that of events are counted for each watch after each change: at most every three seconds.
create or replace function queue_watches(of_resource text) returns void
language plpgsql security definer set search_path = pg_catalog as $$
declare
  tenant text := current_setting('app.tenant_id');
  pause interval := case of_resource when 'event' then interval '1 second' else interval '3 seconds' end;
begin
  if exists (select from public.watch w where w.tenant_id = tenant::uuid and w.resource = of_resource) then
    perform graphile_worker.add_job('watches', json_build_object('tenantId', tenant, 'resource', of_resource),
      run_at => now() + pause, max_attempts => 3, job_key => 'watches ' || tenant || ' ' || of_resource,
      job_key_mode => 'preserve_run_at');
  end if;
end $$;
