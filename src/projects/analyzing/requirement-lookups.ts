import { Injectable } from '@nestjs/common';
import { LiveCatalog } from '../../catalog/live/live-catalog.js';
import type { PublishedPackages } from '../../catalog/live/published-packages.js';
import type { JobContext } from '../../jobs/job-context.js';
import { purlKey, purlOrNull, type Purl } from '../../model/purl.js';
import { selectVersion } from '../../model/requirements/select-version.js';
import { OrganizationResolver } from '../../resolution/organization-resolver.js';
import type { SbomReader } from '../../sboms/importing/sbom-readers.js';
import { requirementKey, type OpenRequirement, type ResolvedRequirements } from '../../trees/requirements.js';
import { askReader } from './reader-question.js';

const maxPackages = 500;
const maxMs = 60_000;

type LookupRequirement = OpenRequirement & { readonly at: Purl };

/**
 * The versions that registries would give for what a source requires without a lock file, where live sources are enabled.
 * Names that are internal to the organization are not asked for.
 */
@Injectable()
export class RequirementLookups {
  constructor(
    private readonly live: LiveCatalog,
    private readonly resolver: OrganizationResolver,
  ) {}

  /** The reader, with the versions; unchanged where no registry is enabled. */
  async given(reader: SbomReader, context: JobContext, signal: AbortSignal): Promise<SbomReader> {
    if (!this.live.enabled) return reader;
    const open = await askReader<OpenRequirement>(reader, { question: 'requirements' }, signal);
    const asked = open.flatMap((one) => {
      const at = purlOrNull(one.purl);
      return at && this.live.lists(at) ? [{ ...one, at }] : [];
    });
    if (asked.length === 0) return reader;
    const external = await this.externalAmong(asked, context);
    const packages = [...new Map(external.map(({ at }) => [purlKey(at), at])).values()];
    context.progress('asking');
    const until = Date.now() + maxMs;
    const published = await this.live.publishedVersions(packages.slice(0, maxPackages), until, signal);
    return { ...reader, input: { ...reader.input, resolved: resolve(asked, external, published) } };
  }

  private async externalAmong(asked: readonly LookupRequirement[], context: JobContext): Promise<LookupRequirement[]> {
    const evidence = asked.map(({ purl, at }) => ({
      name: at.name,
      org: at.namespace ?? '',
      version: '',
      purls: [purl],
    }));
    const internal = await context.read((sql) => this.resolver.areInternal(sql, context.orgId!, evidence));
    return asked.filter((_, index) => !internal[index]);
  }
}

/** Each requirement by itself: what several of one package have in common is what a lock file would say. */
export function resolve(
  asked: readonly LookupRequirement[],
  external: readonly LookupRequirement[],
  found: PublishedPackages,
): ResolvedRequirements {
  const versions: Record<string, string> = {};
  const left = { internal: asked.length - external.length, unknown: 0, unmet: 0, unanswered: 0 };
  for (const one of external) {
    const published = found.get(purlKey(one.at));
    const version = published ? selectVersion(one.at.type, one.requirement, published) : null;
    if (version !== null) versions[requirementKey(one)] = version;
    else if (published === undefined) left.unanswered += 1;
    else left[published === null ? 'unknown' : 'unmet'] += 1;
  }
  return { versions, warnings: warningsOf(left, asked.length) };
}

function warningsOf(
  left: Readonly<Record<'internal' | 'unknown' | 'unmet' | 'unanswered', number>>,
  total: number,
): string[] {
  const reasons = [
    [left.internal, 'of internal packages, which are not asked for'],
    [left.unknown, 'of packages that their registry does not know'],
    [left.unmet, 'that no published version meets, or that are not understood'],
    [left.unanswered, 'whose registry was not asked, or did not answer, in time'],
  ] as const;
  const texts = reasons.flatMap(([count, reason]) => (count > 0 ? [`${count} ${reason}`] : []));
  const open = left.internal + left.unknown + left.unmet + left.unanswered;
  return open === 0 ? [] : [`Registries gave no version for ${open} of ${total} requirements without a lock file: ${texts.join('; ')}`]; // prettier-ignore
}
