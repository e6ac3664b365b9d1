import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/project-root.js';

/** A request and its answer, as openapi.json shows them. */
export interface RecordedExample {
  readonly request?: unknown;
  readonly status: number;
  readonly answer: unknown;
}

const file = join(projectRoot, 'scripts', 'openapi', 'examples.json');

export const recordedExamples = (): Record<string, RecordedExample> =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};

export function writeExamples(examples: Record<string, RecordedExample>): void {
  const sorted = Object.fromEntries(Object.entries(examples).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(file, `${JSON.stringify(sorted, null, 2)}\n`);
}

const maxElements = 2;
const maxTextLength = 300;
const secrets: Readonly<Record<string, string>> = {
  jwt: 'eyJhbGciOiJFUzI1NiJ9.e30.c2lnbmF0dXJl',
  key: 'stk_0123456789abcdef',
};

/** Examples without what differs from run to run: identifiers, times, made-up names, secrets. */
export class ExampleWriter {
  private readonly ids = new Map<string, string>();

  readonly write = (value: unknown, name = ''): unknown => {
    // Linters take a member `default` inside an example for one of a schema.
    if (name === 'parameters') return {};
    if (Array.isArray(value)) return value.slice(0, maxElements).map((element) => this.write(element, name));
    if (value !== null && typeof value === 'object')
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [this.text(key), this.write(inner, key)]));
    if (typeof value !== 'string') return value;
    if (secrets[name] && value !== '') return secrets[name];
    return this.text(value);
  };

  private text(value: string): string {
    return value
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) => this.id(id))
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, '2026-01-31T12:00:00.000Z')
      .replace(/canary[0-9a-f]{12}(-\d+)?/g, 'acme')
      .replace(/signature=[\w-]+/g, 'signature=c2lnbmF0dXJl')
      .slice(0, maxTextLength);
  }

  private id(given: string): string {
    const known = this.ids.get(given);
    if (known) return known;
    const id = `0198c0de-0000-7000-8000-${String(this.ids.size + 1).padStart(12, '0')}`;
    this.ids.set(given, id);
    return id;
  }
}

/** The names of all members, by their path; elements of lists are one. */
export function shapeOf(value: unknown): string[] {
  const paths = new Set<string>();
  const look = (at: unknown, path: string): void => {
    if (at === null || typeof at !== 'object') return;
    for (const [key, inner] of Object.entries(at)) {
      const next = Array.isArray(at) ? `${path}[]` : `${path}.${key}`;
      if (!Array.isArray(at)) paths.add(next);
      look(inner, next);
    }
  };
  look(value, '');
  return [...paths].sort();
}
