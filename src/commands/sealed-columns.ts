import type { SealedColumn } from '../platform/security/master-keys.repository.js';

/** Every column that holds sealed secrets; a test compares the list with the schema. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'signing_keys', column: 'private_key', discard: 'DELETE FROM signing_keys' },
  { table: 'project_secrets', column: 'sealed', discard: 'DELETE FROM project_secrets' },
  {
    table: 'webhooks',
    column: 'previous_sealed',
    discard: 'UPDATE webhooks SET previous_sealed = NULL, previous_until = NULL',
  },
  {
    table: 'webhooks',
    column: 'sealed',
    discard: `UPDATE webhooks SET sealed = '', active = false,
      disabled_reason = 'The secret was lost with its master key; give the webhook a new one'`,
  },
  {
    table: 'alarm_channels',
    column: 'sealed',
    discard: `UPDATE alarm_channels SET sealed = '', active = false, send_at = NULL,
      disabled_reason = 'The secret was lost with its master key; give the channel a new one'`,
  },
  {
    table: 'shares',
    column: 'sealed',
    discard: 'UPDATE shares SET sealed = NULL, revoked_at = coalesce(revoked_at, now())',
  },
  { table: 'sboms', column: 'badge_sealed', discard: 'UPDATE sboms SET badge_sealed = NULL' },
  { table: 'document_keys', column: 'sealed', discard: `UPDATE document_keys SET sealed = '', retired_at = now()` },
];
