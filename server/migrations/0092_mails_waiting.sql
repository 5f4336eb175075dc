-- How many mails wait in all tenants, for /metrics. Row-level security shows a query one tenant, the owner's as well: each tenant is counted by
-- itself, from its part of the index mail_waiting.
create function mails_waiting() returns bigint
language plpgsql set search_path = pg_catalog as $$
declare
  one uuid;
  own bigint;
  total bigint := 0;
begin
  for one in select id from public.tenant loop
    perform set_config('app.tenant_id', one::text, true);
    select count(*) into own from public.mail where tenant_id = one and state = 'waiting';
    total := total + own;
  end loop;
  return total;
end $$;
revoke all on function mails_waiting() from public;
