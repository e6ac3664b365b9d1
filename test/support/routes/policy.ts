import type { DescribedRoute } from './described-routes.js';
import type { Tenant } from './route-fixtures.js';
import type { Identity } from './identities.js';
import type { RouteCase } from './route-case.js';

const ranks = ['viewer', 'member', 'admin'];

/** The whole policy: how a caller is to be answered, from who he is and what the route is about. */
export function expectedStatus(
  route: DescribedRoute,
  routeCase: RouteCase,
  identity: Identity,
  tenant: Tenant,
): number {
  const { about, success = 200 } = routeCase;
  if (route.permission === 'public') return success;
  if (identity.nobody) return 401;
  // The things of the matrix are none of his project's, which is in the team red.
  if (identity.ofProject && !route.projectKeys) return 403;
  if (identity.ofProject) return tenant.name === 'red' ? (routeCase.projectKeys ?? 404) : 404;
  if (route.permission === 'sys_admin') return identity.sysAdmin ? success : 403;
  if (routeCase.sysAdmin && identity.sysAdmin) return success;
  if (identity.apiKey && routeCase.apiKeys) return routeCase.apiKeys;
  if (identity.limited && (about === 'account' || routeCase.limitedKeys)) return 403;
  if (about !== 'team' && about !== 'organization') return success;
  const inOrganization = identity.organizations[tenant.name === 'abroad' ? 'abroad' : 'red'];
  const role = about === 'team' ? identity.teams[tenant.name] : inOrganization;
  if (!role) return (inOrganization ? undefined : routeCase.unseenOrganization) ?? routeCase.unseen ?? 404;
  const needed = ranks.indexOf(routeCase.needs ?? route.permission);
  return ranks.indexOf(role) >= needed ? success : (routeCase.unprivileged ?? 403);
}
