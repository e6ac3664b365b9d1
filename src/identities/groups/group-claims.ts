import { isObject } from '../../model/json.js';

/** Longer names cannot be mapped, and a provider does not send more groups than this in a token. */
export const maxGroupName = 255;
const maxGroups = 10_000;

/**
 * The groups in the claims of a user. A name with dots is also a path (Keycloak: `realm_access.roles`).
 *
 * @returns null where the provider does not say all of them, so that nobody knows what to take away
 */
export function groupsOf(claims: Record<string, unknown>, name: string): string[] | null {
  // OpenID Connect Core 1.0, 5.6.2: the claim is elsewhere; Entra ID does so with more than 200 groups, or `hasgroups`.
  const elsewhere = claims._claim_names;
  if (isObject(elsewhere) && [name, ...name.split('.', 1)].some((one) => Object.hasOwn(elsewhere, one))) return null;
  if (claims.hasgroups === true || claims.hasgroups === 'true') return null;
  const value = valueAt(claims, name) ?? [];
  const list = Array.isArray(value) ? (value as unknown[]) : [value];
  if (list.length > maxGroups) return null;
  const texts = list.map((group) => (typeof group === 'number' ? String(group) : group));
  if (!texts.every((group): group is string => typeof group === 'string')) return null;
  return [...new Set(texts.filter(isStorable))];
}

/** Whether the claim is there at all, with a value. */
export const hasGroups = (claims: Record<string, unknown>, name: string): boolean =>
  (valueAt(claims, name) ?? null) !== null || groupsOf(claims, name) === null;

function valueAt(claims: Record<string, unknown>, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name
    .split('.')
    .reduce<unknown>((at, part) => (isObject(at) && Object.hasOwn(at, part) ? at[part] : undefined), claims);
}

/** Others cannot be mapped, and so give nothing. */
const isStorable = (group: string): boolean =>
  group !== '' && group.length <= maxGroupName && group.isWellFormed() && !/[\0-\x1f]/.test(group);
