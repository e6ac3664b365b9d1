/** Roles in an organization, each including the ones before it (api-decisions, Authentication). */
export const roles = ['viewer', 'member', 'admin'] as const;

export type Role = (typeof roles)[number];

/**
 * What a route asks of its caller. A role is asked in the organization of the object that the request is about;
 * `sys_admin` is no role in an organization and opens none.
 */
export type Permission = 'public' | 'authenticated' | Role | 'sys_admin';

export const isAtLeast = (actual: Role, required: Role): boolean => roles.indexOf(actual) >= roles.indexOf(required);

export const lowerRole = (a: Role, b: Role): Role => (isAtLeast(a, b) ? b : a);
