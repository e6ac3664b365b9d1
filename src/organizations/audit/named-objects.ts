import { isId } from '../../platform/identifiers/uuid.js';

/** Most ids that one event keeps. */
const mostIds = 100;

/** Most values that are looked at: bodies are lists of ten thousand elements at most, of a dozen fields each. */
const mostValues = 200_000;

const namesIds = /^(id|ids|someid|\w+_ids?)$/;

/**
 * The identifiers of a request, by the names of the fields that hold them, so that nothing else of it (a password that
 * looks like one) is kept. Never recursive: bodies come from outside.
 */
export function namedObjects(...inputs: readonly unknown[]): string[] {
  const found = new Set<string>();
  const open: { value: unknown; field: string }[] = inputs.map((value) => ({ value, field: '' })).reverse();
  let looked = 0;
  for (let next = open.pop(); next && found.size < mostIds && looked < mostValues; next = open.pop()) {
    looked += 1;
    const { value, field } = next;
    if (typeof value === 'string') {
      if (namesIds.test(field) && isId(value)) found.add(value.toLowerCase());
    } else if (Array.isArray(value)) {
      for (const element of [...(value as unknown[])].reverse()) open.push({ value: element, field });
    } else if (value !== null && typeof value === 'object') {
      for (const [key, inner] of Object.entries(value)) open.push({ value: inner, field: key });
    }
  }
  return [...found];
}

/** What an answer says was made or started: its own `id` and `job_id`, without those that it says were left out. */
export function answeredObjects(body: unknown): { made: string[]; leftOut: string[] } {
  const { data, meta } = (body ?? {}) as { data?: unknown; meta?: unknown };
  const { id, job_id, failed } = (Array.isArray(data) ? {} : (data ?? {})) as Record<string, unknown>;
  return { made: namedObjects({ id, job_id }, meta), leftOut: namedObjects(failed) };
}
