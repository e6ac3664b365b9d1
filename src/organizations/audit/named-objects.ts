import { isId } from '../../platform/identifiers/uuid.js';

/** Most ids that one event keeps. */
const maxIds = 100;

/** Most values that are looked at: bodies are lists of ten thousand elements at most, of a dozen fields each. */
const maxValues = 200_000;

const idFieldPattern = /^(id|ids|someid|\w+_ids?)$/;

/**
 * The identifiers of a request, by the names of the fields that hold them, so that nothing else of it (a password that
 * looks like one) is kept. Never recursive: bodies come from outside.
 */
export function objectIdsIn(...inputs: readonly unknown[]): string[] {
  const found = new Set<string>();
  const pending: { value: unknown; field: string }[] = inputs.map((value) => ({ value, field: '' })).reverse();
  let visited = 0;
  for (let next = pending.pop(); next && found.size < maxIds && visited < maxValues; next = pending.pop()) {
    visited += 1;
    const { value, field } = next;
    if (typeof value === 'string') {
      if (idFieldPattern.test(field) && isId(value)) found.add(value.toLowerCase());
    } else if (Array.isArray(value)) {
      for (const element of [...(value as unknown[])].reverse()) pending.push({ value: element, field });
    } else if (value !== null && typeof value === 'object') {
      for (const [key, inner] of Object.entries(value)) pending.push({ value: inner, field: key });
    }
  }
  return [...found];
}

/** What an answer says was made or started: its own `id` and `job_id`, without those that it says were left out. */
export function objectIdsOfAnswer(body: unknown): { created: string[]; excluded: string[] } {
  const { data, meta } = (body ?? {}) as { data?: unknown; meta?: unknown };
  const { id, job_id, failed } = (Array.isArray(data) ? {} : (data ?? {})) as Record<string, unknown>;
  return { created: objectIdsIn({ id, job_id }, meta), excluded: objectIdsIn(failed) };
}
