import type { JsonObject } from '../../model/document.js';
import { ownMember, textEntries } from '../../model/json.js';

/** The range that stands in the place of the one that a package asks for, or that one. */
export type Resolutions = (from: string, name: string, range: string) => string;

const name = String.raw`(?:@[^/@]{1,214}\/)?[^/@]{1,214}`;
const pattern = RegExp(String.raw`^(?:\*\*\/)?(?:(${name})(?:@[^/]{1,300})?\/)?(${name})(?:@(.{1,300}))?$`);

/**
 * `resolutions` of the package.json of a project of yarn 2 and later (yarnpkg.com, "Manifest"): `name`, `name@range`,
 * `from/name`. Of several that fit, the first holds.
 */
export function resolutionsOf(manifest: JsonObject): Resolutions {
  const byName = new Map<string, { from: string | undefined; range: string | undefined; to: string }[]>();
  for (const [key, to] of textEntries(ownMember(manifest, 'resolutions'))) {
    const [, from, target, range] = pattern.exec(key) ?? [];
    if (target === undefined) continue;
    const rule = { from, range: range && withoutProtocol(range), to };
    byName.set(target, [...(byName.get(target) ?? []).slice(0, maxPerName - 1), rule]);
  }
  return (from, target, range) =>
    byName
      .get(target)
      ?.find((one) => (one.from ?? from) === from && (one.range ?? withoutProtocol(range)) === withoutProtocol(range))
      ?.to ?? range;
}

/** Real files have few of one name; hostile ones may have any number. */
const maxPerName = 64;

const withoutProtocol = (range: string): string => range.replace(/^npm:/, '');
