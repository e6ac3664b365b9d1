import type { ScimGroupRow } from './scim-groups.repository.js';
import { scimUrns } from './scim-schemas.js';
import type { ScimUserRow } from './scim-users.repository.js';

/** A weak tag: of what the answer says, not of its bytes. */
export const versionOf = ({ updated_at }: { updated_at: Date }): string => `W/"${updated_at.getTime()}"`;

const metaOf = (row: { created_at: Date; updated_at: Date }, resourceType: string, location: string): object => ({
  resourceType,
  location,
  created: row.created_at,
  lastModified: row.updated_at,
  version: versionOf(row),
});

export const userResource = (base: string, row: ScimUserRow): object => ({
  schemas: [scimUrns.user],
  id: row.id,
  ...(row.external_id !== null && { externalId: row.external_id }),
  userName: row.user_name,
  active: row.active,
  ...(row.email !== '' && { emails: [{ value: row.email, type: 'work', primary: true }] }),
  meta: metaOf(row, 'User', `${base}/Users/${row.id}`),
});

export const groupResource = (base: string, row: ScimGroupRow, withMembers = true): object => ({
  schemas: [scimUrns.group],
  id: row.id,
  ...(row.external_id !== null && { externalId: row.external_id }),
  displayName: row.display_name,
  ...(withMembers && {
    members: row.members.map(({ value, display }) => ({ value, display, $ref: `${base}/Users/${value}` })),
  }),
  meta: metaOf(row, 'Group', `${base}/Groups/${row.id}`),
});

/** RFC 7644, 3.4.2. */
export const listOf = (resources: readonly object[], total: number, startIndex = 1): object => ({
  schemas: [scimUrns.list],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
});
