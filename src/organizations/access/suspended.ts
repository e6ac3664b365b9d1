/**
 * SQL: whether an identity provider has suspended the member of the membership with this alias. The membership stays, and
 * gives nothing (ADR 40).
 */
export const isSuspended = (membership: string): string => `EXISTS (
  SELECT FROM scim_users su
  WHERE su.org_id = ${membership}.org_id AND su.user_id = ${membership}.user_id AND NOT su.active)`;
