import type { ManifestEntry } from '../contents-builder.js';

/** What NuGet is asked for ("1.0", "[1.0]", "[1.0,2.0)", "1.*") as the version that it takes, or as a wish. */
export function nugetVersionRequest(asked: string): { version: string; requirement?: string } {
  const text = asked.trim();
  const exact = /^\[([^,[\]()*]+)\]$/.exec(text)?.[1];
  if (exact !== undefined) return { version: exact.trim() };
  // A bare version is the lowest allowed, and the lowest allowed is what is restored.
  if (/^\d[^,[\]()*$]*$/.test(text)) return { version: text };
  return { version: '', ...(text === '' ? {} : { requirement: text }) };
}

export function nugetComponent(
  name: string,
  asked: { version: string; requirement?: string },
  line: number,
): ManifestEntry {
  return { ecosystem: 'nuget', name, ...asked, purl: { type: 'nuget', name, version: asked.version }, line };
}
