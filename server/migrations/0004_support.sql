-- Support sessions of the vendor's own staff.

-- Whether the tenant lets them in; the operator's command line alone switches it.
alter table tenant add column support_access boolean not null default false;

-- Present: a support session, and the person's address at the vendor's identity provider.
alter table session add column support_email text;
