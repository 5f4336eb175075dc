-- When what a watch remembers was stored last, by the clock at that moment: a judgement does not compare it with rows that were read before.
alter table watch add column judged_at timestamptz not null default now();
