#!/bin/bash
# Runs once, in an empty PostgreSQL: the service's own user, which owns its database and is no superuser, and the role
# that work for tenants runs as. For a PostgreSQL of your own run the same statements as its administrator.
set -eu
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres --set password="$SERVICE_PASSWORD" <<'SQL'
CREATE ROLE stocktake_tenant NOLOGIN NOBYPASSRLS;
CREATE ROLE stocktake LOGIN NOSUPERUSER NOCREATEROLE NOBYPASSRLS PASSWORD :'password';
GRANT stocktake_tenant TO stocktake;
CREATE DATABASE stocktake OWNER stocktake;
SQL
