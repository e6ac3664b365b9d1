import { CallerError, invalid, type FieldErrors } from '../model/errors.js';
import { newId } from '../platform/identifiers/uuid.js';
import { deployKeyFingerprint, globErrors } from './project-field-errors.js';
import { checkSource, type ProjectType } from './project-source.js';
import type { SecretChanges } from './project-secrets.js';
import type { UpdateAliasBody } from './aliases.dto.js';
import type { AliasBody, ProjectFieldsBody } from './projects.dto.js';
import { mask, secretFields, type AliasView, type ProjectFields } from './projects.view.js';

/** Body of createProject or updateProject. */
export type ProjectBody = ProjectFieldsBody & {
  readonly name?: string | null;
  readonly type?: ProjectType | '' | null;
  readonly description?: string | null;
};

/** Relations of a project that depend on more than the request body. */
export interface ProjectRelations {
  readonly team_id: string;
  readonly ruleset_id: string;
  readonly tag_ids: readonly string[];
}

type ProjectOwnFields = Omit<ProjectFields, keyof ProjectRelations>;

const defaultFields: ProjectOwnFields = {
  name: '',
  description: '',
  type: 'source_unavailable',
  source: '',
  branch: '',
  include_paths: [],
  exclude_paths: [],
  merge_sboms: false,
  fetch_submodules: false,
  fetch_lfs: false,
  active: true,
  should_monitor: true,
  private: false,
  chat_channel: '',
  username: '',
  key_fingerprint: '',
  poc_name: '',
  poc_email: '',
  aliases: [],
};

/**
 * The project after the change: members that are left out stay as they were, or take their defaults. Another address,
 * type or user clears the stored secrets that do not come along, so that they never go where they were not meant for.
 *
 * @param allowlist inside addresses that the operator has opened
 * @throws CallerError 400 with every field that is wrong
 */
export function changedProject(
  before: ProjectOwnFields | null,
  body: ProjectBody,
  allowlist: ReadonlySet<string>,
): { readonly fields: ProjectOwnFields; readonly secrets: SecretChanges } {
  const current = before ?? defaultFields;
  const type = body.type || current.type;
  const errors: FieldErrors = {};
  const checked = checkSource(
    type,
    { source: body.source ?? current.source, branch: body.branch ?? current.branch },
    allowlist,
  );
  if (checked.errors !== null) Object.assign(errors, checked.errors);
  const { source, branch } = checked.errors === null ? checked : current;
  const username = body.username ?? current.username;
  const isOtherSource =
    before !== null && (type !== current.type || source !== current.source || username !== current.username);
  const secrets = secretChanges(body, isOtherSource);
  const key = secrets.deploy_key ? deployKeyFingerprint(type, secrets.deploy_key) : null;
  const key_fingerprint = key?.fingerprint ?? keptFingerprint(current, secrets);
  const { include_paths, exclude_paths } = body;
  Object.assign(
    errors,
    key?.errors,
    globErrors({ include_paths: include_paths ?? [], exclude_paths: exclude_paths ?? [] }),
  );
  throwFieldErrors(errors);
  return {
    secrets,
    fields: {
      type,
      source,
      branch,
      include_paths: body.include_paths ?? current.include_paths,
      exclude_paths: body.exclude_paths ?? current.exclude_paths,
      merge_sboms: body.merge_sboms ?? current.merge_sboms,
      fetch_submodules: body.fetch_submodules ?? current.fetch_submodules,
      fetch_lfs: body.fetch_lfs ?? current.fetch_lfs,
      username,
      key_fingerprint,
      name: body.name ?? current.name,
      description: body.description ?? current.description,
      active: body.active ?? current.active,
      should_monitor: body.should_monitor ?? current.should_monitor,
      private: body.private ?? current.private,
      chat_channel: body.chat_channel ?? current.chat_channel,
      poc_name: body.poc_name ?? current.poc_name,
      poc_email: body.poc_email ?? current.poc_email,
      aliases: body.aliases ? aliasesOf(body.aliases, current.aliases) : current.aliases,
    },
  };
}

const keptFingerprint = (before: ProjectOwnFields, secrets: SecretChanges): string =>
  secrets.deploy_key === null ? '' : before.key_fingerprint;

function secretChanges(body: ProjectBody, isOtherSource: boolean): SecretChanges {
  const changes: SecretChanges = {};
  for (const field of secretFields) {
    const sent = body[field] ?? mask;
    if (sent !== mask) changes[field] = sent === '' ? null : sent;
    else if (isOtherSource) changes[field] = null;
  }
  return changes;
}

/** An alias that exists keeps its id. */
export function aliasesOf(bodies: readonly AliasBody[], before: readonly AliasView[]): AliasView[] {
  const keyOf = ({ name, org, version }: AliasBody): string => JSON.stringify([name, org ?? '', version ?? '']);
  const existing = new Map(before.map((alias) => [keyOf(alias), alias]));
  const now = new Date().toISOString();
  const aliases = new Map(
    bodies.map((body) => {
      const { name, org, version } = body;
      const created = { id: newId(), name, org: org ?? '', version: version ?? '', created_at: now, updated_at: now };
      return [keyOf(body), existing.get(keyOf(body)) ?? created];
    }),
  );
  return [...aliases.values()];
}

/** @throws CallerError 409 if one of the others is like that */
export function changedAlias(before: AliasView, body: UpdateAliasBody, others: readonly AliasView[]): AliasView {
  const name = body.name ?? before.name;
  const org = body.org ?? before.org;
  const version = body.version ?? before.version;
  if (others.some((other) => other.name === name && other.org === org && other.version === version))
    throw new CallerError(409, 'The project has that alias already', { fields: { name: 'is taken' } });
  return { ...before, name, org, version, updated_at: new Date().toISOString() };
}

function throwFieldErrors(errors: FieldErrors): void {
  const [field, complaint] = Object.entries(errors)[0] ?? [];
  if (field) throw invalid(`Invalid request: ${field} ${complaint}`, errors);
}
