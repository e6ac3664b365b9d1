import type { Json, JsonObject } from '../../model/document.js';
import type {
  ChoiceShape,
  EitherShape,
  Field,
  ListShape,
  NumberShape,
  ObjectShape,
  RuleTarget,
  Shape,
  Target,
} from './spec/shapes.js';
import { atLeast, isObject } from './spec/shapes.js';
import { xmlExtras } from './xml-to-json.js';

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
export function fit(value: Json, shape: Shape, target: Target): Json | undefined {
  return new Fitting(target).fit(value, shape);
}

class Fitting {
  private readonly path: (string | number)[] = [];
  private readonly rules: RuleTarget;

  constructor(private readonly target: Target) {
    this.rules = { ...target, onLoss: (what) => target.onLoss(what, [...this.path, what]) };
  }

  fit(value: Json, shape: Shape): Json | undefined {
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

  private lose(what?: string): void {
    const path = what === undefined ? [...this.path] : [...this.path, what];
    const member = path.findLast((step) => typeof step === 'string') ?? '';
    this.target.onLoss(String(member), path);
  }

  private writable(text: string): string {
    if (this.target.encoding !== 'XML' || !noXmlCharacter.test(text)) return text;
    this.target.onLoss('control character', [...this.path]);
    return text.replace(noXmlCharacters, '\ufffd');
  }

  private choice(value: Json, shape: ChoiceShape): string | undefined {
    const since = typeof value === 'string' ? shape.values.get(value) : undefined;
    if (since === null || (since !== undefined && atLeast(this.target.version, since))) return value as string;
    if (shape.fallback !== undefined) this.lose();
    return shape.fallback;
  }

  private object(value: JsonObject, shape: ObjectShape): JsonObject | undefined {
    const result: JsonObject = {};
    for (const name in value) {
      const member = value[name];
      if (member === undefined || member === null) continue;
      const field = shape.fields.get(name);
      if (field !== undefined && this.isWritable(field)) {
        this.path.push(name);
        const fitted = this.field(member, field);
        this.path.pop();
        if (fitted !== undefined) result[name] = fitted;
      } else if (name !== xmlExtras) {
        this.lose(name);
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

  private isWritable(field: Field): boolean {
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

  private field(value: Json, field: Field): Json | undefined {
    const { version, encoding } = this.target;
    const fitted = this.fit(value, field.shape());
    if (fitted === undefined) this.lose();
    const before = encoding === 'JSON' ? field.singleBefore?.json : field.singleBefore?.xml;
    if (before === undefined || atLeast(version, before) || !Array.isArray(fitted)) return fitted;
    if (fitted.length > 1) this.lose();
    return encoding === 'JSON' ? fitted[0] : fitted.slice(0, 1);
  }

  /** A lone value where a list should be is a list of one. */
  private list(value: Json, shape: ListShape): Json[] {
    const given = Array.isArray(value) ? value : [value];
    const items = shape.rule ? shape.rule([...given], this.rules) : given;
    const fitted: Json[] = [];
    items.forEach((item, index) => {
      if (item === null) return;
      this.path.push(index);
      const one = this.item(item, shape);
      this.path.pop();
      if (one !== undefined) fitted.push(one);
    });
    return shape.unique && fitted.length > 1 ? distinct(fitted) : fitted;
  }

  private item(item: Json, shape: ListShape): Json | undefined {
    const { version } = this.target;
    const variant = shape.variants.find(
      ({ matches, since }) => matches(item) && (since === undefined || atLeast(version, since)),
    );
    if (variant?.wrap !== undefined) for (const name in item as JsonObject) if (name !== variant.wrap) this.lose(name);
    const inner = variant?.wrap === undefined ? item : (item as JsonObject)[variant.wrap]!;
    const one = variant && this.fit(inner, variant.shape);
    if (one === undefined) this.lose();
    return variant?.wrap === undefined || one === undefined ? one : { [variant.wrap]: one };
  }

  private either(value: Json, shape: EitherShape): Json | undefined {
    const given = shape.rule ? shape.rule(value, this.rules) : value;
    const option = shape.options.find(({ matches }) => matches(given));
    return option && this.fit(given, option.shape);
  }
}

function toNumber(value: Json, { kind, minimum = -Infinity, maximum = Infinity }: NumberShape): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number) || number < minimum || number > maximum) return undefined;
  return kind === 'decimal' || Number.isSafeInteger(number) ? number : undefined;
}

const requiredFields = new WeakMap<ObjectShape, readonly (readonly [string, true | Json])[]>();

function requiredOf(shape: ObjectShape): readonly (readonly [string, true | Json])[] {
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
