import type { ManifestEntry } from '../contents-builder.js';

/** A version request of NuGet ("1.0", "[1.0]", "[1.0,2.0)", "1.*") as a version or a requirement. */
export function nugetVersionRequest(requested: string): { version: string; requirement?: string } {
  const text = requested.trim();
  const exact = /^\[([^,[\]()*]+)\]$/.exec(text)?.[1];
  if (exact !== undefined) return { version: exact.trim() };
  // A bare version is the lowest allowed one, and NuGet restores the lowest.
  if (/^\d[^,[\]()*$]*$/.test(text)) return { version: text };
  return { version: '', ...(text === '' ? {} : { requirement: text }) };
}

/** @param registry where it is from another one than nuget.org */
export function nugetComponent(
  name: string,
  requested: { version: string; requirement?: string },
  line: number,
  registry = '',
): ManifestEntry {
  const purl = { type: 'nuget', name, version: requested.version, qualifiers: { repository_url: registry } };
  return { ecosystem: 'nuget', name, ...requested, purl, line };
}
