-- The saved view that a watch was made from, as it was then: a change of the view is offered to the watch's owner.
alter table watch
  add column view_id uuid,
  add column view_content jsonb,
  add foreign key (tenant_id, view_id) references saved_view (tenant_id, id) on delete set null (view_id);
