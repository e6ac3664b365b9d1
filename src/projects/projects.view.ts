import { monitoringView, type MonitoringRow, type MonitoringView } from '../sboms/monitoring.view.js';
import type { ProjectType } from './project-source.js';

export interface Switched {
  readonly succeeded: string[];
  readonly failed: { id: string; message: string }[];
}

export interface AliasView {
  id: string;
  name: string;
  org: string;
  version: string;
  created_at: string;
  updated_at: string;
}

/** A project's name, and what its first alias calls the product. */
export interface ProjectNameView {
  id: string;
  project_id: string;
  name: string;
  product_name: string;
  version: string;
  org: string;
}

export interface TagView {
  id: string;
  team_id: string;
  name: string;
  description: string;
  created_at: Date;
  updated_at: Date;
}

export interface RulesetChangeView {
  old_ruleset_id: string;
  old_ruleset_name: string;
  new_ruleset_id: string;
  new_ruleset_name: string;
  user_id: string;
  user_name: string;
  created_at: string;
}

/** A project as the API shows it (specification, "Project"). */
export interface ProjectView {
  id: string;

  team_id: string;
  ruleset_id: string;
  name: string;
  description: string;

  type: ProjectType;

  source: string;
  branch: string;

  /** Globs of the paths that analyses read; empty: all but test data. */
  include_paths: readonly string[];

  /** Globs of the paths that analyses leave out. */
  exclude_paths: readonly string[];

  /** Whether analyses take over the components of SBOM files in the source. */
  merge_sboms: boolean;

  /** Whether analyses fetch the submodules of a git repository. */
  fetch_submodules: boolean;

  /** Whether analyses fetch manifests and SBOM files that Git LFS keeps. */
  fetch_lfs: boolean;

  /** False: archived. */
  active: boolean;

  chat_channel: string;
  created_at: Date;
  updated_at: Date;

  /** `********` if one is stored. */
  deploy_key: string;

  /** SHA-256 fingerprint of the deploy key, as ssh-keygen prints it. */
  key_fingerprint: string;

  username: string;

  /** `********` if one is stored. */
  password: string;

  should_monitor: boolean;

  /** `daily`, or `never` if it is not monitored. */
  monitor_frequency: string;

  /** How its daily monitoring goes. */
  monitoring: MonitoringView;

  poc_name: string;
  poc_email: string;
  private: boolean;

  aliases: AliasView[];

  tags: TagView[];

  ruleset_history: RulesetChangeView[] | null;
}

/** Shown instead of a stored secret. */
export const mask = '********';

export const secretFields = ['deploy_key', 'password'] as const;
export type SecretField = (typeof secretFields)[number];

/** Properties of a project that a caller may set, without secrets. */
export interface ProjectFields {
  readonly team_id: string;
  readonly ruleset_id: string;
  readonly name: string;
  readonly description: string;
  readonly type: ProjectType;
  readonly source: string;
  readonly branch: string;
  readonly include_paths: readonly string[];
  readonly exclude_paths: readonly string[];
  readonly merge_sboms: boolean;
  readonly fetch_submodules: boolean;
  readonly fetch_lfs: boolean;
  readonly active: boolean;
  readonly should_monitor: boolean;
  readonly private: boolean;
  readonly chat_channel: string;
  readonly username: string;
  readonly key_fingerprint: string;
  readonly poc_name: string;
  readonly poc_email: string;
  readonly aliases: readonly AliasView[];
  readonly tag_ids: readonly string[];
}

export interface ProjectRow extends ProjectFields {
  readonly id: string;
  readonly org_id: string;
  readonly monitoring: MonitoringRow;
  readonly ruleset_history: RulesetChangeView[] | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  /** Fields with a stored secret. */
  readonly secrets: readonly SecretField[];
  /** Read as JSON, so times are text. */
  readonly tags: readonly (Omit<TagView, 'created_at' | 'updated_at'> & { created_at: string; updated_at: string })[];
}

export function projectView(row: ProjectRow): ProjectView {
  const { org_id: _org, tag_ids: _tagIds, secrets, ...shown } = row;
  return {
    ...shown,
    aliases: [...row.aliases],
    tags: row.tags.map((tag) => ({
      ...tag,
      created_at: new Date(tag.created_at),
      updated_at: new Date(tag.updated_at),
    })),
    deploy_key: secrets.includes('deploy_key') ? mask : '',
    password: secrets.includes('password') ? mask : '',
    monitoring: monitoringView(row.monitoring),
    monitor_frequency: row.should_monitor ? 'daily' : 'never',
  };
}
