import type { DescribedRoute } from './described-routes.js';
import type { Plot } from './ground.js';
import type { Identity } from './identities.js';
import type { RouteCase } from './route-case.js';

const ranks = ['viewer', 'member', 'admin'];

/** The whole policy: how a caller is to be answered, from who he is and what the route is about. */
export function expectedStatus(route: DescribedRoute, asked: RouteCase, who: Identity, plot: Plot): number {
  const { about, success = 200 } = asked;
  if (route.permission === 'public') return success;
  if (who.nobody) return 401;
  if (route.permission === 'sys_admin') return who.sysAdmin ? success : 403;
  if (who.apiKey && asked.apiKeys) return asked.apiKeys;
  if (who.limited && (about === 'account' || asked.limitedKeys)) return 403;
  if (about !== 'team' && about !== 'organization') return success;
  const inOrganization = who.organizations[plot.name === 'abroad' ? 'abroad' : 'red'];
  const role = about === 'team' ? who.teams[plot.name] : inOrganization;
  if (!role) return (inOrganization ? undefined : asked.unseenOrganization) ?? asked.unseen ?? 404;
  const needed = ranks.indexOf(asked.needs ?? route.permission);
  return ranks.indexOf(role) >= needed ? success : (asked.unprivileged ?? 403);
}
