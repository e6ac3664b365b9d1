import type { Person } from '../people.js';
import type { ThingKind } from './route-fixtures.js';

type Removal = (client: Person['client'], id: string, sbomId: string) => Promise<{ status: number; body: unknown }>;

/** How things are deleted, by their kind. */
export const removals: Partial<Record<ThingKind, Removal>> = {
  user: (client, id) => client.post('v1/users/deleteUser', { id }),
  sbom: (client, id) => client.post('v1/project/deleteSBOM', { id }),
  component: (client, id, sbom_id) => client.post('v1/project/deleteComponents', { sbom_id, ids: [id] }),
  tag: (client, id) => client.post('v1/tag/deleteTag', { id, confirm: true }),
  project: (client, id) => client.post('v1/project/deleteProject', { id }),
  decision: (client, id) => client.post('v1/resolution/deleteDecision', { id }),
  webhook: (client, id) => client.post('v1/webhooks/deleteWebhook', { id }),
  'trusted key': (client, id) => client.post('v1/signature/removeTrustedKey', { id }),
  channel: (client, id) => client.post('v1/alarms/deleteChannel', { id }),
  'service account': (client, id) => client.post('v1/serviceAccounts/deleteServiceAccount', { id }),
  'SCIM token': (client, id) => client.post('v1/scim/revokeToken', { id }),
  'trust rule': (client, id) => client.post('v1/keyless/deleteTrustRule', { id }),
  'group mapping': (client, id) => client.post('v1/organizations/deleteGroupMapping', { id }),
  pattern: (client, id) => client.post('v1/resolution/deleteInternalPattern', { id }),
  'team user': (client, id) => client.send('DELETE', 'v1/teamUsers/deleteTeamUser', { query: { id } }),
};
