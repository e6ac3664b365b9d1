import { Injectable } from '@nestjs/common';
import type { Sql } from '../platform/database/sql.js';
import { CallerError } from '../model/errors.js';
import { unreadableSecret } from '../platform/security/unreadable-secret.js';
import { Vault } from '../platform/security/vault.js';
import type { SecretField } from './projects.view.js';

/** Changes of stored secrets: a new value, or null to delete it; missing secrets stay. */
export type SecretChanges = Partial<Record<SecretField, string | null>>;

const names: Readonly<Record<SecretField, string>> = { deploy_key: 'deploy key', password: 'password' };

const bindingOf = (owner: { org_id: string; id: string }, field: SecretField): string[] => [
  'project_secrets',
  owner.org_id,
  owner.id,
  field,
];

/** Credentials of projects: sealed, bound to organization, project and field, and read only by analyses. */
@Injectable()
export class ProjectSecrets {
  constructor(private readonly vault: Vault) {}

  async change(sql: Sql, owner: { org_id: string; id: string }, changes: SecretChanges): Promise<void> {
    for (const [field, value] of Object.entries(changes) as [SecretField, string | null][]) {
      if (value === null)
        await sql.run('DELETE FROM project_secrets WHERE project_id = $id AND field = $field', { id: owner.id, field });
      else
        await sql.run(
          `INSERT INTO project_secrets (project_id, field, org_id, sealed) VALUES ($id, $field, $orgId, $value)
           ON CONFLICT (project_id, field) DO UPDATE SET sealed = EXCLUDED.sealed, updated_at = now()`,
          { id: owner.id, field, orgId: owner.org_id, value: this.vault.seal(value, bindingOf(owner, field)) },
        );
    }
  }

  /** @throws CallerError 422 where no key that is here opens it */
  async read(sql: Sql, owner: { org_id: string; id: string }, field: SecretField): Promise<string | null> {
    const row = await sql.one<{ sealed: Buffer }>(
      'SELECT sealed FROM project_secrets WHERE project_id = $id AND field = $field',
      { id: owner.id, field },
    );
    if (!row) return null;
    const secret = this.vault.openIfReadable(row.sealed, bindingOf(owner, field));
    if (secret !== null) return secret;
    const message = unreadableSecret(`The ${names[field]} of the project`, 'enter it again (v1/project/updateProject)');
    throw new CallerError(422, message, { reason: 'credentials' });
  }
}
