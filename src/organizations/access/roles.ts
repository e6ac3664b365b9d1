/** Roles in an organization, each including the ones before it (api-decisions, Authentication). */
export const roles = ['viewer', 'member', 'admin'] as const;

export type Role = (typeof roles)[number];

/**
 * What a route asks of its caller. A role is asked in the organization of the object that the request is about;
 * `sys_admin` is no role in an organization and opens none.
 */
export type Permission = 'public' | 'authenticated' | Role | 'sys_admin';

export const atLeast = (has: Role, needs: Role): boolean => roles.indexOf(has) >= roles.indexOf(needs);

export const lowerOf = (one: Role, other: Role): Role => (atLeast(one, other) ? other : one);
