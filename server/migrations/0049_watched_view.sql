-- The saved view that a watch was made from, as it was then: a change of the view is offered to the watch's owner.
-- Each statement can be repeated: 0049_watched_views, which this file replaces, made the same without the next two lines,
-- and failed for an owner who is not a superuser, since the check of a foreign key reads both tables.
alter table watch no force row level security;
alter table saved_view no force row level security;
alter table watch add column if not exists view_id uuid, add column if not exists view_content jsonb;
alter table watch drop constraint if exists watch_tenant_id_view_id_fkey;
alter table watch add constraint watch_tenant_id_view_id_fkey
  foreign key (tenant_id, view_id) references saved_view (tenant_id, id) on delete set null (view_id);
alter table watch force row level security;
alter table saved_view force row level security;
