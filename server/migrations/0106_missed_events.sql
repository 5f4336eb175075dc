-- Events that a watch could not be judged by: its next judgement, at most a minute later, is by them as well.
alter table watch add column missed uuid[];
