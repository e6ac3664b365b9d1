/** Roles in an organization, each including the ones before it. */
export const roles = ['viewer', 'member', 'admin'] as const;

export type Role = (typeof roles)[number];

/**
 * What a route requires of its caller. A role is required in the organization of the requested object; `sys_admin` is
 * not a role in an organization and gives no access to one.
 */
export type Permission = 'public' | 'authenticated' | Role | 'sys_admin';

export const isAtLeast = (actual: Role, required: Role): boolean => roles.indexOf(actual) >= roles.indexOf(required);

export const lowerRole = (a: Role, b: Role): Role => (isAtLeast(a, b) ? b : a);
