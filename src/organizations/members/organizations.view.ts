import type { Role } from '../access/roles.js';
import type { OrganizationView } from './organizations.repository.js';

/** An organization of the caller, with the caller's role. */
export interface OwnOrganization {
  readonly organization: OrganizationView;
  readonly user_id: string;
  readonly role: Role;
}
