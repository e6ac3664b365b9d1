import type { Json, JsonObject } from '../../model/document.js';
import { isObject } from '../../model/json.js';
import type {
  ChoiceSchema,
  EitherSchema,
  ListSchema,
  NumberSchema,
  ObjectSchema,
  RuleTarget,
  Schema,
  SchemaField,
  SpecTarget,
} from './schema.js';
import { atLeast, xmlExtras } from './schema.js';

/** Characters that XML 1.0 cannot hold. */
const noXmlCharacter = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;
const noXmlCharacters = new RegExp(noXmlCharacter, 'g');

/**
 * A value as the target version and encoding allow it: what they do not know is left out, values that break their rules
 * are repaired or left out, and every such loss is reported. The result validates against the official schema. The
 * value given is not changed; what needs no change is returned as it is, so most documents are written without copies.
 *
 * @returns undefined where nothing of it is allowed
 */
export function conformToSpec(value: Json, schema: ObjectSchema, target: SpecTarget): JsonObject | undefined;
export function conformToSpec(value: Json, schema: Schema, target: SpecTarget): Json | undefined;
export function conformToSpec(value: Json, schema: Schema, target: SpecTarget): Json | undefined {
  let conformer = conformers.get(target);
  if (conformer === undefined) conformers.set(target, (conformer = new SpecConformer(target)));
  return conformer.conform(value, schema);
}

/** One for each document that is written: it has many values. */
const conformers = new WeakMap<SpecTarget, SpecConformer>();

class SpecConformer {
  private readonly path: (string | number)[] = [];
  private readonly rules: RuleTarget;
  private readonly layouts = new Map<ObjectSchema, ObjectLayout>();

  private readonly isXml: boolean;

  constructor(private readonly target: SpecTarget) {
    this.isXml = target.encoding === 'XML';
    this.rules = { ...target, onLoss: (what) => target.onLoss(what, [...this.path, what]) };
  }

  conform(value: Json, schema: Schema): Json | undefined {
    switch (schema.kind) {
      case 'text': {
        if (typeof value === 'object') return undefined;
        const text = this.isXml ? this.writable(String(value)) : String(value);
        return schema.rule ? (schema.rule(text, this.target) ?? undefined) : text;
      }
      case 'choice':
        return this.choice(value, schema);
      case 'integer':
      case 'decimal':
        return toNumber(value, schema);
      case 'boolean':
        return value === true || value === 'true' ? true : value === false || value === 'false' ? false : undefined;
      case 'object':
        return isObject(value) ? this.object(value, schema) : undefined;
      case 'list':
        return this.list(value, schema);
      case 'either':
        return this.either(value, schema);
    }
  }

  private reportLoss(what?: string): void {
    const path = what === undefined ? [...this.path] : [...this.path, what];
    const member = path.findLast((step) => typeof step === 'string') ?? '';
    this.target.onLoss(String(member), path);
  }

  private writable(text: string): string {
    if (!noXmlCharacter.test(text)) return text;
    this.target.onLoss('control character', [...this.path]);
    return text.replace(noXmlCharacters, '\ufffd');
  }

  private choice(value: Json, schema: ChoiceSchema): string | undefined {
    const since = typeof value === 'string' ? schema.values.get(value) : undefined;
    if (since === null || (since !== undefined && atLeast(this.target.version, since))) return value as string;
    if (schema.fallback !== undefined) this.reportLoss();
    return schema.fallback;
  }

  private object(value: JsonObject, schema: ObjectSchema): JsonObject | undefined {
    const { members, required } = this.layoutOf(schema);
    let changed: JsonObject | undefined;
    for (const name in value) {
      const member = value[name];
      const conforming = this.isEmpty(member) ? undefined : this.member(name, member!, members.get(name));
      if (conforming !== member || member === undefined) changed ??= membersBefore(name, value);
      if (changed && conforming !== undefined) changed[name] = conforming;
    }
    for (const [name, whenMissing] of required) {
      if ((changed ?? value)[name] !== undefined) continue;
      if (whenMissing === true) return undefined;
      (changed ??= { ...value })[name] = whenMissing;
      this.target.onMissing?.([...this.path, name]);
    }
    const result = changed ?? value;
    return schema.rule ? (schema.rule(result, this.rules) ?? undefined) : result;
  }

  private layoutOf(schema: ObjectSchema): ObjectLayout {
    let layout = this.layouts.get(schema);
    if (layout === undefined) this.layouts.set(schema, (layout = layoutFor(schema, this.target)));
    return layout;
  }

  /** An absent value is no loss. */
  private isEmpty(value: Json | undefined): boolean {
    if (value === undefined || value === null) return true;
    return this.target.omitsEmptyLists === true && Array.isArray(value) && value.length === 0;
  }

  private member(name: string, value: Json, member: AllowedMember | undefined): Json | undefined {
    if (member !== undefined) {
      this.path.push(name);
      const conforming = this.conform(value, member.schema);
      if (conforming === undefined) this.reportLoss();
      const result = member.isSingle && Array.isArray(conforming) ? this.single(conforming) : conforming;
      this.path.pop();
      return result;
    }
    if (name !== xmlExtras) this.reportLoss(name);
    else if (this.target.encoding === 'XML') return this.writableThroughout(value);
    else this.target.onLoss('XML extensions', [...this.path]);
    return undefined;
  }

  private single(list: Json[]): Json | undefined {
    if (list.length > 1) this.reportLoss();
    return this.target.encoding === 'JSON' ? list[0] : list.slice(0, 1);
  }

  private writableThroughout(value: Json): Json {
    if (typeof value === 'string') return this.writable(value);
    if (Array.isArray(value)) return value.map((item) => this.writableThroughout(item));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, this.writableThroughout(member)]));
  }

  /** A lone value where a list should be is a list of one. */
  private list(value: Json, schema: ListSchema): Json[] {
    const values = Array.isArray(value) ? value : [value];
    const items = schema.rule ? schema.rule(values, this.rules) : values;
    let changed: Json[] | undefined;
    for (let index = 0; index < items.length; index += 1) {
      const item = items[index]!;
      this.path.push(index);
      const conforming = item === null ? undefined : this.item(item, schema);
      this.path.pop();
      if (conforming !== item) changed ??= items.slice(0, index);
      if (changed && conforming !== undefined) changed.push(conforming);
    }
    const result = changed ?? items;
    return schema.unique && result.length > 1 ? distinct(result) : result;
  }

  private item(item: Json, schema: ListSchema): Json | undefined {
    const { version } = this.target;
    const [first] = schema.variants;
    const variant =
      schema.variants.length === 1 && first!.since === undefined && first!.matches(item)
        ? first
        : schema.variants.find(
            ({ matches, since }) => matches(item) && (since === undefined || atLeast(version, since)),
          );
    if (variant?.wrap !== undefined) return this.wrapped(item as JsonObject, variant.wrap, variant.schema);
    const conforming = variant && this.conform(item, variant.schema);
    if (conforming === undefined) this.reportLoss();
    return conforming;
  }

  private wrapped(item: JsonObject, wrap: string, schema: Schema): JsonObject | undefined {
    for (const name in item) if (name !== wrap) this.reportLoss(name);
    const conforming = this.conform(item[wrap]!, schema);
    if (conforming === undefined) this.reportLoss();
    return conforming === undefined ? undefined : { [wrap]: conforming };
  }

  private either(value: Json, schema: EitherSchema): Json | undefined {
    const adapted = schema.rule ? schema.rule(value, this.rules) : value;
    const option = schema.options.find(({ matches }) => matches(adapted));
    return option && this.conform(adapted, option.schema);
  }
}

function membersBefore(end: string, value: JsonObject): JsonObject {
  const before: JsonObject = {};
  for (const name in value) {
    if (name === end) break;
    before[name] = value[name]!;
  }
  return before;
}

function toNumber(value: Json, { kind, minimum = -Infinity, maximum = Infinity }: NumberSchema): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number) || number < minimum || number > maximum) return undefined;
  return kind === 'decimal' || Number.isSafeInteger(number) ? number : undefined;
}

/** A member that the target allows. */
interface AllowedMember {
  readonly schema: Schema;
  readonly isSingle: boolean;
}

interface ObjectLayout {
  readonly members: ReadonlyMap<string, AllowedMember>;
  readonly required: readonly (readonly [name: string, whenMissing: true | Json])[];
}

const layouts = new WeakMap<ObjectSchema, Map<string, ObjectLayout>>();

/** Made once for each schema, version and encoding. */
function layoutFor(schema: ObjectSchema, { version, encoding }: SpecTarget): ObjectLayout {
  let ofSchema = layouts.get(schema);
  if (ofSchema === undefined) layouts.set(schema, (ofSchema = new Map()));
  const key = `${encoding} ${version}`;
  let layout = ofSchema.get(key);
  if (layout === undefined) ofSchema.set(key, (layout = makeLayout(schema, version, encoding)));
  return layout;
}

function makeLayout({ fields }: ObjectSchema, version: string, encoding: SpecTarget['encoding']): ObjectLayout {
  const members = new Map<string, AllowedMember>();
  const required: [string, true | Json][] = [];
  for (const [name, field] of fields) {
    if (field.required !== undefined) required.push([name, field.required]);
    if (!isAllowed(field, version, encoding)) continue;
    const before = encoding === 'JSON' ? field.singleBefore?.json : field.singleBefore?.xml;
    members.set(name, { schema: field.schema(), isSingle: before !== undefined && !atLeast(version, before) });
  }
  return { members, required };
}

const isAllowed = ({ since, xml }: SchemaField, version: string, encoding: SpecTarget['encoding']): boolean =>
  (since === undefined || atLeast(version, since)) && (xml !== 'none' || encoding === 'JSON');

/** The first of equal items stays. */
function distinct(items: Json[]): Json[] {
  const seen = new Map<string, Json>();
  for (const item of items) {
    const key = JSON.stringify(item);
    if (!seen.has(key)) seen.set(key, item);
  }
  return seen.size === items.length ? items : [...seen.values()];
}
