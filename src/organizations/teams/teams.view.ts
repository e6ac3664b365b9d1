import type { Contents } from '../contents/contents-registry.js';
import type { TeamRow, TeamUserRow } from './teams.repository.js';

/** A team, in the shape that the legacy client reads. */
export interface TeamView extends TeamRow {
  readonly delivering: false;
  readonly sys_admin: false;
  readonly default_deploy_key: '';
}

export const teamView = (row: TeamRow): TeamView => ({
  ...row,
  delivering: false,
  sys_admin: false,
  default_deploy_key: '',
});

/** What a team or an organization holds. */
export interface ContentsView {
  readonly id: string;
  /** How many things of each kind it holds. */
  readonly contents: Contents;
}

export interface TeamUserView extends TeamUserRow {
  readonly deleted_at: null;
}

export const teamUserView = (row: TeamUserRow): TeamUserView => ({ ...row, deleted_at: null });
