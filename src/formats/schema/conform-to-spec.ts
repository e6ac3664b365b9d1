import type { Json, JsonObject } from '../../model/document.js';
import type {
  ChoiceSchema,
  EitherSchema,
  SchemaField,
  ListSchema,
  NumberSchema,
  ObjectSchema,
  RuleTarget,
  Schema,
  SpecTarget,
} from './schema.js';
import { atLeast, isObject } from './schema.js';
import { xmlExtras } from '../cyclonedx/xml-to-json.js';

/** What XML 1.0 has no way to write. */
const noXmlCharacter = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;
const noXmlCharacters = new RegExp(noXmlCharacter, 'g');

/**
 * A value as the target version and encoding can have it: what they do not know is left out, values that break their
 * rules are repaired or left out, and every such loss is told. The result validates against the official schema. The
 * value given is not changed.
 *
 * @returns undefined where nothing of it can be had
 */
export function conformToSpec(value: Json, shape: Schema, target: SpecTarget): Json | undefined {
  return new SpecConformer(target).conform(value, shape);
}

class SpecConformer {
  private readonly path: (string | number)[] = [];
  private readonly rules: RuleTarget;

  constructor(private readonly target: SpecTarget) {
    this.rules = { ...target, onLoss: (what) => target.onLoss(what, [...this.path, what]) };
  }

  conform(value: Json, shape: Schema): Json | undefined {
    switch (shape.kind) {
      case 'text': {
        if (typeof value === 'object') return undefined;
        const text = this.writable(String(value));
        return shape.rule ? (shape.rule(text, this.target) ?? undefined) : text;
      }
      case 'choice':
        return this.choice(value, shape);
      case 'integer':
      case 'decimal':
        return toNumber(value, shape);
      case 'boolean':
        return value === true || value === 'true' ? true : value === false || value === 'false' ? false : undefined;
      case 'object':
        return isObject(value) ? this.object(value, shape) : undefined;
      case 'list':
        return this.list(value, shape);
      case 'either':
        return this.either(value, shape);
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

  private choice(value: Json, shape: ChoiceSchema): string | undefined {
    const since = typeof value === 'string' ? shape.values.get(value) : undefined;
    if (since === null || (since !== undefined && atLeast(this.target.version, since))) return value as string;
    if (shape.fallback !== undefined) this.reportLoss();
    return shape.fallback;
  }

  private object(value: JsonObject, shape: ObjectSchema): JsonObject | undefined {
    const result: JsonObject = {};
    for (const name in value) {
      const member = value[name];
      if (member === undefined || member === null) continue;
      const field = shape.fields.get(name);
      if (field !== undefined && this.isWritable(field)) {
        this.path.push(name);
        const conforming = this.field(member, field);
        this.path.pop();
        if (conforming !== undefined) result[name] = conforming;
      } else if (name !== xmlExtras) {
        this.reportLoss(name);
      } else if (this.target.encoding === 'XML') {
        result[name] = this.writableThroughout(member);
      } else {
        this.target.onLoss('XML extensions', [...this.path]);
      }
    }
    for (const [name, required] of requiredOf(shape)) {
      if (result[name] !== undefined) continue;
      if (required === true) return undefined;
      result[name] = required;
      this.target.onMissing?.([...this.path, name]);
    }
    return shape.rule ? (shape.rule(result, this.rules) ?? undefined) : result;
  }

  private isWritable(field: SchemaField): boolean {
    const { version, encoding } = this.target;
    return (
      (field.since === undefined || atLeast(version, field.since)) && (field.xml !== 'none' || encoding === 'JSON')
    );
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
  private list(value: Json, shape: ListSchema): Json[] {
    const values = Array.isArray(value) ? value : [value];
    const items = shape.rule ? shape.rule([...values], this.rules) : values;
    const conforming: Json[] = [];
    items.forEach((item, index) => {
      if (item === null) return;
      this.path.push(index);
      const conformingItem = this.item(item, shape);
      this.path.pop();
      if (conformingItem !== undefined) conforming.push(conformingItem);
    });
    return shape.unique && conforming.length > 1 ? distinct(conforming) : conforming;
  }

  private item(item: Json, shape: ListSchema): Json | undefined {
    const { version } = this.target;
    const variant = shape.variants.find(
      ({ matches, since }) => matches(item) && (since === undefined || atLeast(version, since)),
    );
    if (variant?.wrap !== undefined)
      for (const name in item as JsonObject) if (name !== variant.wrap) this.reportLoss(name);
    const inner = variant?.wrap === undefined ? item : (item as JsonObject)[variant.wrap]!;
    const conforming = variant && this.conform(inner, variant.shape);
    if (conforming === undefined) this.reportLoss();
    return variant?.wrap === undefined || conforming === undefined ? conforming : { [variant.wrap]: conforming };
  }

  private either(value: Json, shape: EitherSchema): Json | undefined {
    const adapted = shape.rule ? shape.rule(value, this.rules) : value;
    const option = shape.options.find(({ matches }) => matches(adapted));
    return option && this.conform(adapted, option.shape);
  }
}

function toNumber(value: Json, { kind, minimum = -Infinity, maximum = Infinity }: NumberSchema): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number) || number < minimum || number > maximum) return undefined;
  return kind === 'decimal' || Number.isSafeInteger(number) ? number : undefined;
}

const requiredFields = new WeakMap<ObjectSchema, readonly (readonly [string, true | Json])[]>();

function requiredOf(shape: ObjectSchema): readonly (readonly [string, true | Json])[] {
  let found = requiredFields.get(shape);
  if (found === undefined) {
    found = [...shape.fields].flatMap(([name, { required }]) =>
      required === undefined ? [] : [[name, required] as const],
    );
    requiredFields.set(shape, found);
  }
  return found;
}

function distinct(items: readonly Json[]): Json[] {
  const seen = new Map<string, Json>();
  for (const item of items) {
    const key = JSON.stringify(item);
    if (!seen.has(key)) seen.set(key, item);
  }
  return [...seen.values()];
}
