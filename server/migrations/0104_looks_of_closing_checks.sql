-- When a check was last looked at; null: it is one of a release before.
alter table closing_check add column looked_at timestamptz;
-- How many profiles its escalation was sent to; null: it is one of a release before.
alter table closing_check add column escalated_to integer;

-- Those who were sent an alert or an escalation hear when all is in order.
create index inbox_entry_closing on inbox_entry (tenant_id, source) where kind in ('closingAlert', 'closingEscalation');
