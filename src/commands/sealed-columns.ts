import type { SealedColumn } from '../platform/security/master-keys.repository.js';

/** Every column that holds sealed secrets; a test compares the list with the schema. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'signing_keys', column: 'private_key' },
  { table: 'project_secrets', column: 'sealed' },
  { table: 'webhooks', column: 'sealed' },
  { table: 'webhooks', column: 'previous_sealed' },
];
