/**
 * What a PostgreSQL that serves this service is given beyond its defaults: every plan and every figure was made with it.
 * `docker-compose.yml` says the same, and the README names it for a PostgreSQL of somebody's own.
 */
export const serverSettings: Readonly<Record<string, string | number>> = {
  max_connections: 200,
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  max_wal_size: '4GB',
  random_page_cost: 1.1,
  jit: 'off',
};
