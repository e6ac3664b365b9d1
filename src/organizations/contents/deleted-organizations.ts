/** SQL for rules of retention: the row `t` is of an organization that was deleted before the moment. */
export const isOfDeletedOrganization =
  'EXISTS (SELECT FROM organizations o WHERE o.id = t.org_id AND o.deleted_at < $before)';
