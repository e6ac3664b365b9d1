import { invalid, type FieldErrors } from '../model/errors.js';
import { newId } from '../platform/identifiers/uuid.js';
import { checkSource, type ProjectType } from './project-source.js';
import type { SecretChanges } from './project-secrets.js';
import type { AliasBody, ProjectFieldsBody } from './projects.dto.js';
import { mask, secretFields, type AliasView, type ProjectFields } from './projects.view.js';
import { BadKey, keyFingerprint } from './ssh-fingerprint.js';

/** The body of a request about a project, whichever. */
export type ProjectBody = ProjectFieldsBody & {
  readonly name?: string | null;
  readonly type?: ProjectType | '' | null;
  readonly description?: string | null;
};

/** What belongs to a project beyond what its own body says. */
export interface Surroundings {
  readonly team_id: string;
  readonly ruleset_id: string;
  readonly tag_ids: readonly string[];
}

type OwnFields = Omit<ProjectFields, keyof Surroundings>;

const blank: OwnFields = {
  ...{ name: '', description: '', type: 'source_unavailable', source: '', branch: '', active: true },
  ...{ should_monitor: true, private: false, chat_channel: '', username: '', key_fingerprint: '' },
  ...{ poc_name: '', poc_email: '', aliases: [] },
};

/**
 * The project after the change: members that are left out stay as they were, or take their defaults. Another address,
 * type or user clears the stored secrets that do not come along, so that they never go where they were not meant for.
 *
 * @param opened inside addresses that the operator has opened
 * @throws CallerError 400 with every field that is wrong
 */
export function changedProject(
  before: OwnFields | null,
  body: ProjectBody,
  opened: ReadonlySet<string>,
): { readonly own: OwnFields; readonly secrets: SecretChanges } {
  const was = before ?? blank;
  const type = body.type || was.type;
  const wrong: FieldErrors = {};
  const checked = checkSource(type, { source: body.source ?? was.source, branch: body.branch ?? was.branch }, opened);
  if (checked.wrong !== null) Object.assign(wrong, checked.wrong);
  const { source, branch } = checked.wrong === null ? checked : was;
  const username = body.username ?? was.username;
  const isElsewhere = before !== null && (type !== was.type || source !== was.source || username !== was.username);
  const secrets = secretChanges(body, isElsewhere);
  const key_fingerprint = secrets.deploy_key ? fingerprint(type, secrets.deploy_key, wrong) : kept(was, secrets);
  refuse(wrong);
  return {
    secrets,
    own: {
      ...{ type, source, branch, username, key_fingerprint },
      name: body.name ?? was.name,
      description: body.description ?? was.description,
      active: body.active ?? was.active,
      should_monitor: body.should_monitor ?? was.should_monitor,
      private: body.private ?? was.private,
      chat_channel: body.chat_channel ?? was.chat_channel,
      poc_name: body.poc_name ?? was.poc_name,
      poc_email: body.poc_email ?? was.poc_email,
      aliases: body.aliases ? aliasesOf(body.aliases, was.aliases) : was.aliases,
    },
  };
}

const kept = (was: OwnFields, secrets: SecretChanges): string =>
  secrets.deploy_key === null ? '' : was.key_fingerprint;

function secretChanges(body: ProjectBody, isElsewhere: boolean): SecretChanges {
  const changes: SecretChanges = {};
  for (const field of secretFields) {
    const sent = body[field] ?? mask;
    if (sent !== mask) changes[field] = sent === '' ? null : sent;
    else if (isElsewhere) changes[field] = null;
  }
  return changes;
}

function fingerprint(type: ProjectType, key: string, wrong: FieldErrors): string {
  if (type !== 'git') {
    wrong.deploy_key = 'is for projects of the type git only';
    return '';
  }
  try {
    return keyFingerprint(key);
  } catch (error) {
    if (!(error instanceof BadKey)) throw error;
    wrong.deploy_key = error.message;
    return '';
  }
}

/** The same alias keeps its id. */
export function aliasesOf(bodies: readonly AliasBody[], before: readonly AliasView[]): AliasView[] {
  const keyOf = ({ name, org, version }: AliasBody): string => JSON.stringify([name, org ?? '', version ?? '']);
  const known = new Map(before.map((alias) => [keyOf(alias), alias]));
  const now = new Date().toISOString();
  const aliases = new Map(
    bodies.map((body) => {
      const { name, org, version } = body;
      const made = { id: newId(), name, org: org ?? '', version: version ?? '', created_at: now, updated_at: now };
      return [keyOf(body), known.get(keyOf(body)) ?? made];
    }),
  );
  return [...aliases.values()];
}

function refuse(wrong: FieldErrors): void {
  const [field, complaint] = Object.entries(wrong)[0] ?? [];
  if (field) throw invalid(`Invalid request: ${field} ${complaint}`, wrong);
}
