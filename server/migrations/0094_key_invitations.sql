-- The address of a key's invitation in every row, as given_to. Who may see it depends on the caller's locations, which the view does not
-- know: what reads it asks for those of all keys of the invitation. A server of the release before, which may run beside this one, shows
-- invite_email to all who see the key, so that one goes on without the addresses of invitations that have keys elsewhere.
create or replace view secure_key_row with (security_invoker = true) as
select k.tenant_id, k.id, k.device_id, k.invite_id, k.created_at, k.created_by, k.created_by_name,
  fold(k.created_by_name) as created_by_fold, k.duration, k.expires_at, k.max_uses, k.uses, k.last_used_at,
  d.name as device_name, d.name_fold as device_name_fold, d.serial_number, d.search as device_search,
  d.location_value_id, d.device_type_id, t.name as device_type_name, t.name_fold as device_type_fold,
  case when not o.elsewhere then i.email end as invite_email,
  case when not o.elsewhere then i.email_fold end as invite_email_fold,
  i.status as invite_status, i.sent_at as invite_sent_at,
  case when i.status = 'CANCELLED' then 'deactivated'
    when k.uses >= k.max_uses then 'usedUp'
    when k.expires_at <= now() then 'expired'
    else 'active' end as status,
  i.email as given_to, i.email_fold as given_to_fold
from secure_key k
join device d on d.tenant_id = k.tenant_id and d.id = k.device_id
join device_type t on t.tenant_id = d.tenant_id and t.id = d.device_type_id
left join secure_key_invite i on i.tenant_id = k.tenant_id and i.id = k.invite_id
cross join lateral (
  select exists (
    select from secure_key n join device e on e.tenant_id = n.tenant_id and e.id = n.device_id
    where n.tenant_id = k.tenant_id and n.invite_id = k.invite_id
      and e.location_value_id is distinct from d.location_value_id) as elsewhere) o;
