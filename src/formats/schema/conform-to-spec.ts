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

  constructor(private readonly target: SpecTarget) {
    this.rules = { ...target, onLoss: (what) => target.onLoss(what, [...this.path, what]) };
  }

  conform(value: Json, schema: Schema): Json | undefined {
    switch (schema.kind) {
      case 'text': {
        if (typeof value === 'object') return undefined;
        const text = this.writable(String(value));
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
    if (this.target.encoding !== 'XML' || !noXmlCharacter.test(text)) return text;
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
    let changed: JsonObject | undefined;
    for (const name in value) {
      const member = value[name];
      const conforming = this.isEmpty(member) ? undefined : this.member(name, member!, schema);
      if (conforming !== member || member === undefined) changed ??= membersBefore(name, value);
      if (changed && conforming !== undefined) changed[name] = conforming;
    }
    for (const [name, required] of requiredOf(schema)) {
      if ((changed ?? value)[name] !== undefined) continue;
      if (required === true) return undefined;
      (changed ??= { ...value })[name] = required;
      this.target.onMissing?.([...this.path, name]);
    }
    const result = changed ?? value;
    return schema.rule ? (schema.rule(result, this.rules) ?? undefined) : result;
  }

  /** An absent value is no loss. */
  private isEmpty(value: Json | undefined): boolean {
    if (value === undefined || value === null) return true;
    return this.target.omitsEmptyLists === true && Array.isArray(value) && value.length === 0;
  }

  private member(name: string, value: Json, schema: ObjectSchema): Json | undefined {
    const field = schema.fields.get(name);
    if (field !== undefined && this.isAllowed(field)) {
      this.path.push(name);
      const conforming = this.field(value, field);
      this.path.pop();
      return conforming;
    }
    if (name !== xmlExtras) this.reportLoss(name);
    else if (this.target.encoding === 'XML') return this.writableThroughout(value);
    else this.target.onLoss('XML extensions', [...this.path]);
    return undefined;
  }

  private isAllowed({ since, xml }: SchemaField): boolean {
    const { version, encoding } = this.target;
    return (since === undefined || atLeast(version, since)) && (xml !== 'none' || encoding === 'JSON');
  }

  private writableThroughout(value: Json): Json {
    if (typeof value === 'string') return this.writable(value);
    if (Array.isArray(value)) return value.map((item) => this.writableThroughout(item));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, this.writableThroughout(member)]));
  }

  private field(value: Json, field: SchemaField): Json | undefined {
    const { version, encoding } = this.target;
    const conforming = this.conform(value, field.schema());
    if (conforming === undefined) this.reportLoss();
    const before = encoding === 'JSON' ? field.singleBefore?.json : field.singleBefore?.xml;
    if (before === undefined || atLeast(version, before) || !Array.isArray(conforming)) return conforming;
    if (conforming.length > 1) this.reportLoss();
    return encoding === 'JSON' ? conforming[0] : conforming.slice(0, 1);
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
    const variant = schema.variants.find(
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

const requiredMembers = new WeakMap<ObjectSchema, readonly (readonly [string, true | Json])[]>();

function requiredOf(schema: ObjectSchema): readonly (readonly [string, true | Json])[] {
  let required = requiredMembers.get(schema);
  if (required === undefined) {
    required = [...schema.fields].flatMap(([name, field]) =>
      field.required === undefined ? [] : [[name, field.required] as const],
    );
    requiredMembers.set(schema, required);
  }
  return required;
}

/** The first of equal items stays. */
function distinct(items: Json[]): Json[] {
  const seen = new Map<string, Json>();
  for (const item of items) {
    const key = JSON.stringify(item);
    if (!seen.has(key)) seen.set(key, item);
  }
  return seen.size === items.length ? items : [...seen.values()];
}
