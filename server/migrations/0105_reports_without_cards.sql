-- A report of the dashboard none of whose cards is shown sleeps as 'cards'.
alter table report drop constraint report_state_check;
alter table report add constraint report_state_check check (state in ('awake', 'right', 'lost', 'address', 'cards'));
