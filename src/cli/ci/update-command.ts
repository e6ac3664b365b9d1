import type {
  ComparedVulnerabilitiesView,
  ComparedVulnerabilityView,
  UpdateImpactView,
} from '../../sboms/dependencies/update-impact.view.js';
import { logSafeJson, terminalSafe } from '../terminal-safe.js';
import { exitCodes, UsageError } from '../usage.js';
import { CiClient } from './ci-client.js';
import { idOfSbom, type SbomSelector } from './named-sbom.js';

interface Entry {
  readonly id: string;
  readonly name: string;
  readonly version: string;
}

/** Says what an update of one component would touch. @param component its name, or name@version */
export async function updateImpact(
  component: string,
  options: SbomSelector & { to?: string; format?: string },
): Promise<number> {
  const { to, format = 'text' } = options;
  if (format !== 'text' && format !== 'json') throw new UsageError('update: --format takes text or json');
  const client = new CiClient(process.env);
  const id = await idOfComponent(client, await idOfSbom(client, options), component);
  const { data } = await client.get<UpdateImpactView>('v1/project/getUpdateImpact', { id, ...(to && { version: to }) });
  process.stdout.write(format === 'json' ? logSafeJson(data) : asText(data));
  return exitCodes.done;
}

const pageSize = 1_000;

/** Entries with the text in their name: the one that has no more than it may be on any page. */
async function* entriesLike(client: CiClient, id: string, q: string): AsyncIterable<Entry> {
  for (let offset = 0; ; offset += pageSize) {
    const page = { offset: String(offset), limit: String(pageSize) };
    const { data } = await client.get<{ entries: Entry[] }>('v1/project/getSBOM', { id, q, ...page });
    yield* data.entries;
    if (data.entries.length < pageSize) return;
  }
}

async function idOfComponent(client: CiClient, sbomId: string, component: string): Promise<string> {
  const at = component.lastIndexOf('@');
  const [name, version] = at > 0 ? [component.slice(0, at), component.slice(at + 1)] : [component, null];
  const named: Entry[] = [];
  for await (const one of entriesLike(client, sbomId, name))
    if (one.name === name && (version === null || one.version === version)) named.push(one);
  const [only, ...others] = named;
  if (!only) throw new UsageError(`The SBOM has no component ${terminalSafe(component)}`);
  if (others.length > 0) {
    const versions = [...new Set(named.map((one) => one.version))].map(terminalSafe).join(', ');
    throw new UsageError(`${named.length} components have that name; say NAME@VERSION (${versions}), or use getUpdateImpact with its id`); // prettier-ignore
  }
  return only.id;
}

function asText(impact: UpdateImpactView): string {
  const { name, version, to_version: to, direction, vulnerabilities, licenses } = impact;
  const more = (impact.other_use_count ?? 0) - impact.other_uses.length;
  const least = impact.is_other_use_count_whole ? '' : 'at least ';
  const lines = [
    to === null ? `${name} ${version}: no version was given, and none is known that fixes anything` : `${name} ${version} -> ${to} (${direction})`,
    ...(vulnerabilities
      ? [
          ...listed('fixes', vulnerabilities.fixed),
          ...listed('brings', vulnerabilities.brought),
          ...listed('keeps', vulnerabilities.remaining),
          ...unexamined(version || 'the present version', vulnerabilities.coverage),
          ...unexamined(to ?? '', vulnerabilities.coverage_then),
        ]
      : ['vulnerabilities were not compared']),
    `licence: ${licenses.now || 'not declared'} -> ${licenses.then.join(', ') || 'not known'} (${licenses.change})`,
    impact.is_in_graph
      ? `${impact.dependents} components depend on it; ${impact.path_count} ways lead to it`
      : 'the file declares no dependency on it: what depends on it is not known',
    ...impact.paths.map(({ nodes }) => `  ${nodes.map((node) => node.name).join(' > ')}`),
    impact.other_sboms === null
      ? 'no package or product is selected: which other SBOMs have it is not known'
      : `${least}${impact.other_sboms} other SBOMs have it`,
    ...impact.other_uses.map((use) => `  ${use.sbom_name} ${use.sbom_version}: ${use.version || 'no version'}`),
    ...(more > 0 ? [`  and ${least}${more} more`] : []),
  ]; // prettier-ignore
  return `${lines.map(terminalSafe).join('\n')}\n`;
}

const unexamined = (version: string, { status, reason }: ComparedVulnerabilitiesView['coverage']): string[] =>
  status === 'examined' ? [] : [`vulnerabilities of ${version} are ${status === 'partly' ? 'known in part' : 'not known'}: ${reason}`]; // prettier-ignore

const listed = (what: string, found: readonly ComparedVulnerabilityView[]): string[] => [
  `${what} ${found.length}`,
  ...found.map((one) => `  ${one.id} ${one.severity}${one.exploited ? ', exploited' : ''}${one.status === 'unknown' ? ', may affect the version' : ''}`), // prettier-ignore
];
