import type { Role } from '../access/roles.js';
import type { MemberAccountRow, MemberRow, OrganizationRow } from './organizations.repository.js';

export interface OrganizationView extends OrganizationRow {}

/** An organization of the caller, with the caller's role. */
export interface OwnOrganization {
  readonly organization: OrganizationView;
  readonly user_id: string;
  readonly role: Role;
}

export interface MemberView extends MemberRow {}

/** A member, with what is needed to manage the members. */
export interface MemberAccountView extends MemberAccountRow {}
