-- A device that is replaced keeps its row: the hardware that takes its place is its next generation. New hardware numbers its
-- events from 1 again, so that numbers are unique by device and generation.
alter table device add column generation integer not null default 1 check (generation > 0);
