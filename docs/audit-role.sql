-- Lets a role run the app without the right to change or remove a record of the audit trail. Run this in the app's
-- database as the user that owns its tables, once the app has started there, and again after every upgrade:
--   psql "$OWNER_URL" -f docs/audit-role.sql

do $$
begin
  if not exists (select from pg_roles where rolname = 'countersign_app') then
    -- Give it a password: alter role countersign_app password '…';
    create role countersign_app login;
  end if;
end $$;

grant usage on schema public to countersign_app;
grant select, insert, update, delete on all tables in schema public to countersign_app;
grant usage, select on all sequences in schema public to countersign_app;

revoke update, delete, truncate on audit, audit_seals, audit_heads from countersign_app;
grant select, insert on audit, audit_seals, audit_heads to countersign_app;

-- The queue of runs holds nothing of the trail, and its library changes its own tables.
do $$
begin
  if exists (select from pg_namespace where nspname = 'pgboss') then
    grant all on schema pgboss to countersign_app;
    grant all on all tables in schema pgboss to countersign_app;
    grant all on all sequences in schema pgboss to countersign_app;
    grant execute on all functions in schema pgboss to countersign_app;
  end if;
end $$;
