import { CallerError } from '../../model/errors.js';
import { isObject } from '../../model/json.js';
import { textFault } from '../../platform/http/validation.js';
import { isId } from '../../platform/identifiers/uuid.js';

/** What of a User is used (RFC 7643, 4.1). Undefined: not said. */
export interface UserFields {
  readonly userName?: string;
  /** Null: it has none any more. One that stayed would have the provider take the account for another's. */
  readonly externalId?: string | null;
  readonly email?: string;
  readonly active?: boolean;
}

/** What of a Group is used (RFC 7643, 4.2). */
export interface GroupFields {
  readonly displayName?: string;
  /** Null: it has none any more. */
  readonly externalId?: string | null;
  /** All of them. */
  readonly members?: string[];
  readonly added?: string[];
  readonly removed?: string[];
}

const maxText = 255;
const maxOperations = 1_000;
const maxMembers = 10_000;

export const scimFault = (scimType: string, message: string, status: 400 | 409 = 400): CallerError =>
  new CallerError(status, message, { reason: scimType });

function textOf(value: unknown, name: string): string {
  const isGood =
    typeof value === 'string' && value.trim() !== '' && value.length <= maxText && !/[\p{Cc}\p{Cs}]/u.test(value);
  if (!isGood) throw scimFault('invalidValue', `${name} must be a text of 1 to ${maxText} characters in one line`);
  return value;
}

/** Entra ID sends "False". */
function flagOf(value: unknown): boolean {
  const text = typeof value === 'string' ? value.toLowerCase() : value;
  if (text === true || text === 'true') return true;
  if (text === false || text === 'false') return false;
  throw scimFault('invalidValue', 'active must be true or false');
}

/** Empty: the user has none any more. An address that stayed would open the account to whoever is given it next. */
function emailOf(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (value === null || (Array.isArray(value) && value.length === 0)) return '';
  const list = (Array.isArray(value) ? (value as unknown[]) : [value]).filter(isObject);
  const chosen = list.find(({ primary }) => primary === true) ?? list.find(({ type }) => type === 'work') ?? list[0];
  return chosen === undefined ? undefined : textOf(chosen.value, 'emails.value');
}

/** Attributes that are not used are left aside. */
export function userFields(body: unknown): UserFields {
  const { userName, externalId, active, emails } = attributesOf(body, userAttributes);
  const email = emailOf(emails);
  return {
    ...(userName !== undefined && { userName: textOf(userName, 'userName') }),
    ...(externalId !== undefined && { externalId: externalIdOf(externalId) }),
    ...(email !== undefined && { email }),
    ...(active !== undefined && { active: flagOf(active) }),
  };
}

export function groupFields(body: unknown): GroupFields {
  const { displayName, externalId, members } = attributesOf(body, groupAttributes);
  return {
    ...(displayName !== undefined && { displayName: textOf(displayName, 'displayName') }),
    ...(externalId !== undefined && { externalId: externalIdOf(externalId) }),
    ...(members !== undefined && { members: memberIds(members) }),
  };
}

const userAttributes = ['userName', 'externalId', 'active', 'emails'] as const;
const groupAttributes = ['displayName', 'externalId', 'members'] as const;

const externalIdOf = (value: unknown): string | null =>
  value === null || value === '' ? null : textOf(value, 'externalId');

/** Names of attributes are alike in any letter case (RFC 7643, 2.1). */
function attributesOf<Name extends string>(body: unknown, names: readonly Name[]): Partial<Record<Name, unknown>> {
  if (!isObject(body)) throw scimFault('invalidSyntax', 'The body must be a JSON object');
  const found: Partial<Record<Name, unknown>> = {};
  for (const [key, value] of Object.entries(body)) {
    const name = names.find((one) => one.toLowerCase() === plainPath(key).toLowerCase());
    if (name !== undefined) found[name] = value;
  }
  return found;
}

/** Some providers write the schema before the attribute. */
const plainPath = (path: string): string =>
  path.replace(/^urn:ietf:params:scim:schemas:core:2\.0:(?:User|Group):/i, '');

function memberIds(value: unknown): string[] {
  const list = value === null ? [] : Array.isArray(value) ? (value as unknown[]) : [value];
  if (list.length > maxMembers) throw scimFault('tooMany', `At most ${maxMembers} members may be sent at once`);
  return list.map((member) => {
    const id = isObject(member) ? member.value : member;
    if (typeof id !== 'string' || !isId(id)) throw scimFault('invalidValue', 'members.value must be the id of a user');
    return id.toLowerCase();
  });
}

interface Operation {
  readonly op: 'add' | 'replace' | 'remove';
  readonly path: string;
  readonly value: unknown;
}

/** RFC 7644, 3.5.2; Entra ID writes "Replace". */
function operationsOf(body: unknown): Operation[] {
  const list = isObject(body) ? body.Operations : undefined;
  if (!Array.isArray(list) || list.length === 0 || list.length > maxOperations)
    throw scimFault('invalidSyntax', `Operations must be a list of 1 to ${maxOperations}`);
  return list.map((given: unknown) => {
    const { op, path = '', value } = isObject(given) ? given : {};
    const name = typeof op === 'string' ? op.toLowerCase() : '';
    if (name !== 'add' && name !== 'replace' && name !== 'remove')
      throw scimFault('invalidSyntax', 'op must be add, replace or remove');
    if (typeof path !== 'string' || path.length > maxText) throw scimFault('invalidPath', 'path must be a text');
    return { op: name, path: plainPath(path), value };
  });
}

/** The last one counts. */
export function patchedUser(body: unknown): UserFields {
  let fields: UserFields = {};
  for (const { op, path, value } of operationsOf(body)) {
    if (op === 'remove') {
      if (/^(active|userName)$/i.test(path)) throw scimFault('mutability', `${path} cannot be removed`);
      if (keptAddress.test(path)) fields = { ...fields, email: '' };
      if (isExternalId(path)) fields = { ...fields, externalId: null };
    } else fields = { ...fields, ...userFields(path === '' ? flattened(value) : asBody(path, value)) };
  }
  return fields;
}

/** Without a path, an address may still be named by one (`emails[type eq "work"].value`). */
function flattened(value: unknown): unknown {
  if (!isObject(value)) return value;
  const paths = Object.keys(value).filter((key) => workAddress.test(key));
  return paths.length === 0 ? value : { ...value, emails: [{ value: value[paths[0]!] }] };
}

const isExternalId = (path: string): boolean => /^externalId$/i.test(path);

/** Of several, only the one for work is kept. */
const keptAddress = /^emails(\[type eq "work"\])?(\.value)?$/i;
const workAddress = /^emails(\[[^\]]*\])?\.value$/i;

const asBody = (path: string, value: unknown): Record<string, unknown> =>
  workAddress.test(path) ? { emails: [{ value }] } : { [path]: value };

/** What operations on a group come to, in their order. */
export function patchedGroup(body: unknown): GroupFields {
  const patch = new GroupPatch();
  for (const operation of operationsOf(body)) patch.apply(operation);
  return patch.result;
}

class GroupPatch {
  private fields: GroupFields = {};
  private readonly added = new Set<string>();
  private readonly removed = new Set<string>();

  get result(): GroupFields {
    return { ...this.fields, added: [...this.added], removed: [...this.removed] };
  }

  apply({ op, path, value }: Operation): void {
    const one = /^members\[\s*value\s+eq\s+"([^"]+)"\s*\]$/i.exec(path)?.[1];
    if (one !== undefined) this.change(op === 'remove' ? 'remove' : 'add', memberIds([{ value: one }]));
    else if (/^members$/i.test(path)) this.applyMembers(op, value);
    // An answer of success would say that somebody has left who has not.
    else if (/^members\b/i.test(path))
      throw scimFault('invalidPath', 'The path of members may only have a filter of the form value eq "…"');
    else if (path === '') {
      const { members, ...rest } = groupFields(value);
      this.fields = { ...this.fields, ...rest };
      if (members) this.applyMembers(op, members);
    } else if (op !== 'remove') this.fields = { ...this.fields, ...groupFields({ [path]: value }) };
    else if (isExternalId(path)) this.fields = { ...this.fields, externalId: null };
    else if (/^displayName$/i.test(path)) throw scimFault('mutability', 'displayName cannot be removed');
  }

  private applyMembers(op: Operation['op'], value: unknown): void {
    // Null is no value (RFC 7643, 2.5).
    const isWhole = op === 'replace' || (op === 'remove' && (value === undefined || value === null));
    if (!isWhole) return this.change(op === 'add' ? 'add' : 'remove', memberIds(value));
    this.fields = { ...this.fields, members: op === 'replace' ? memberIds(value) : [] };
    this.added.clear();
    this.removed.clear();
  }

  private change(how: 'add' | 'remove', ids: readonly string[]): void {
    const [into, outOf] = how === 'add' ? [this.added, this.removed] : [this.removed, this.added];
    for (const id of ids) {
      into.add(id);
      outOf.delete(id);
    }
  }
}

/** Only equality of one attribute (RFC 7644, 3.4.2.2), which is what provisioning asks for. Null: everything. */
export function filterOf(text: unknown, attributes: readonly string[]): { attribute: string; value: string } | null {
  if (text === undefined || text === '') return null;
  const found =
    typeof text === 'string' && text.length <= 1_000 ? /^\s*([\w.]+)\s+eq\s+("(?:[^"\\]|\\.)*")\s*$/i.exec(text) : null;
  const attribute = attributes.find((name) => name.toLowerCase() === found?.[1]?.toLowerCase());
  if (!found || attribute === undefined)
    throw scimFault('invalidFilter', `filter must be ${attributes.map((name) => `${name} eq "…"`).join(' or ')}`);
  let value: string;
  try {
    value = JSON.parse(found[2]!) as string;
  } catch {
    throw scimFault('invalidFilter', 'The value of the filter is no JSON text');
  }
  const fault = textFault(value);
  if (fault) throw scimFault('invalidFilter', `The value of the filter ${fault}`);
  return { attribute, value };
}

/** RFC 7644, 3.4.2.4: from 1; what is less counts as the least. */
export function pageOf(query: Record<string, unknown>): { offset: number; limit: number; startIndex: number } {
  const number = (name: string, standard: number): number => {
    const value = query[name];
    if (value === undefined) return standard;
    if (typeof value !== 'string' || !/^-?\d{1,9}$/.test(value))
      throw scimFault('invalidValue', `${name} must be a number`);
    return Number(value);
  };
  const startIndex = Math.max(1, number('startIndex', 1));
  return { startIndex, offset: startIndex - 1, limit: Math.min(200, Math.max(0, number('count', 100))) };
}
