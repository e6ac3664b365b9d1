import { notFound } from '../../model/errors.js';
import type { Actor } from '../../organizations/access/actor.js';
import { isAtLeast } from '../../organizations/access/roles.js';
import type { SbomOfGroup } from './review-groups.repository.js';

/**
 * The SBOMs of a group in which the caller may settle entries; only the given one, if there is one.
 *
 * @throws CallerError 404 if the caller sees none of them, 403 if the caller may change none of them
 */
export function writableSboms(actor: Actor, sboms: readonly SbomOfGroup[], sbomId: string | null): SbomOfGroup[] {
  const wanted = sboms.filter(({ id }) => sbomId === null || id === sbomId);
  const visible = wanted.filter(({ org_id, team_id }) => actor.roleFor(org_id, team_id) !== null);
  if (visible.length === 0) throw notFound('group');
  const writable = visible.filter(({ org_id, team_id }) => isAtLeast(actor.roleFor(org_id, team_id)!, 'member'));
  for (const sbom of writable.length > 0 ? writable : visible) actor.authorize(sbom, 'group');
  return writable;
}
