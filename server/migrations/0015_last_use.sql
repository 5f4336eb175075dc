-- When a profile last used the portal, and when an OKM: a drawer tells them apart. last_active_at stays the later of both,
-- which lists filter and sort by.

alter table profile
  add column portal_active_at timestamptz,
  add column okm_active_at timestamptz;

-- What was recorded before is told apart by the sign-ins: activity within the 12 hours of a session after the last one is
-- taken as the portal's, later activity as an OKM's.
alter table profile no force row level security;
alter table session no force row level security;
alter table event_party no force row level security;
alter table event no force row level security;

with sign_in as (
  select e.tenant_id, y.ref_id as profile_id, max(e.at) as at
  from (select tenant_id, agent_party, max(event_time) as at from event where event = 'LOGIN' group by 1, 2) e
  join event_party y on y.tenant_id = e.tenant_id and y.id = e.agent_party and y.domain = 'profile'
  group by 1, 2
  union all
  select tenant_id, profile_id, max(last_active_at) from session group by 1, 2
), portal as (
  select tenant_id, profile_id, max(at) as at from sign_in group by 1, 2
)
update profile p set
  portal_active_at = case when p.last_active_at <= s.at + interval '12 hours' then p.last_active_at else s.at end,
  okm_active_at = case when s.at is null or p.last_active_at > s.at + interval '12 hours' then p.last_active_at end
from profile q left join portal s on s.tenant_id = q.tenant_id and s.profile_id = q.id
where p.tenant_id = q.tenant_id and p.id = q.id and p.last_active_at is not null;

alter table profile force row level security;
alter table session force row level security;
alter table event_party force row level security;
alter table event force row level security;
