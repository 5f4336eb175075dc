-- Without the name of a queue: a runner of another lane that looks for its own jobs locks the queue's row for an instant, in
-- which the runner that waits for this job finds nothing. Those of a tenant are kept apart by the lock of the judging.
create or replace function queue_controllers(changed uuid) returns void
language plpgsql security definer set search_path = pg_catalog as $$
begin
  if current_setting('app.controllers_queued', true) is distinct from changed::text then
    perform graphile_worker.add_job('controllers', json_build_object('tenantId', changed), max_attempts => 10);
    perform set_config('app.controllers_queued', changed::text, true);
  end if;
end $$;
