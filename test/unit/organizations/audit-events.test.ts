import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../src/platform/project-root.js';

const sources = readdirSync(join(projectRoot, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => ({ path: `src/${path}`, text: readFileSync(join(projectRoot, 'src', path), 'utf8') }));

const filesWith = (pattern: RegExp): string[] =>
  sources
    .filter(({ text }) => pattern.test(text))
    .map(({ path }) => path)
    .sort();

/** A change is stored with its audit event only by a transaction of `Database`, which `runBeforeCommit` ends. */
describe('changes outside the transactions that store audit events', () => {
  it('are not made: transactions begin in one place; backups and the schema are no requests', () => {
    expect(filesWith(/["'`](BEGIN|COMMIT|START TRANSACTION)\b|startTransaction/)).toEqual([
      'src/platform/backup/backup.ts',
      'src/platform/database/transactions.ts',
    ]);
    expect(filesWith(/createQueryRunner/)).toEqual([
      'src/platform/database/database.ts',
      'src/platform/database/migrate.ts',
    ]);
  });

  it('are not made by statements without a transaction', () => {
    expect(filesWith(/\.statements\(/)).toEqual([
      'src/identities/scim/scim-tokens.service.ts', // when a token was last used
      'src/jobs/relay.ts', // reads which queues wait
      'src/organizations/access/actors.service.ts',
      'src/organizations/audit/audit-trail.ts',
      'src/organizations/idempotency/idempotency.interceptor.ts',
      'src/platform/http/load-shedding.middleware.ts',
      'src/platform/security/master-key-watch.ts',
    ]);
  });

  it('are not recorded by anybody else', () => {
    expect(filesWith(/insertAuditEvents/)).toEqual([
      'src/organizations/audit/audit-trail.ts',
      'src/organizations/audit/audit.repository.ts',
    ]);
  });
});
