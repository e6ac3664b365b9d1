import type { ReviewGroup } from '../../sboms/review/review.view.js';
import { logSafeJson, terminalSafe } from '../terminal-safe.js';
import { exitCodes, UsageError } from '../usage.js';
import { textTable } from '../welcome/text-table.js';
import { CiClient, type ServiceAnswer } from './ci-client.js';

export interface ReviewOptions {
  readonly name?: string;
  readonly version?: string;
  readonly org?: string;
  readonly format?: string;
}

const pageSize = '200';

/** Lists what waits for a person: of one SBOM, or of the whole organization. */
export async function listOpenQuestions(options: ReviewOptions): Promise<number> {
  const { name, version, org, format = 'table' } = options;
  if (format !== 'table' && format !== 'json') throw new UsageError('review: --format takes table or json');
  const client = new CiClient(process.env);
  const org_id = org ?? (await onlyOrganization(client));
  const named = { org_id, ...(name !== undefined && { name }), ...(version !== undefined && { version }) };
  const sbom = name === undefined ? null : (await client.check(named)).data.sbom;
  const groups: ReviewGroup[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const query: Record<string, string> = {
      org_id,
      limit: pageSize,
      ...(sbom && { sbom_id: sbom.id }),
      ...(cursor && { cursor }),
    };
    const page: ServiceAnswer<ReviewGroup[]> = await client.get('v1/review/getQueue', query);
    groups.push(...page.data);
    cursor = typeof page.meta.cursor === 'string' ? page.meta.cursor : null;
  }
  process.stdout.write(format === 'json' ? logSafeJson(groups) : asTable(groups));
  return exitCodes.done;
}

/** Of a caller who names none. */
export async function onlyOrganization(client: CiClient): Promise<string> {
  const { data } = await client.get<{ organization: { id: string } }[]>('v1/organizations/getOwnOrganizations', {});
  const [own, ...others] = data;
  if (!own || others.length > 0) throw new UsageError('You do not belong to exactly one organization: use --org');
  return own.organization.id;
}

function asTable(groups: readonly ReviewGroup[]): string {
  if (groups.length === 0) return 'Nothing waits for a person.\n';
  const rows = groups.map(({ name, org, version, reason, entries, sboms, risk }) =>
    [
      `${org && `${org}/`}${name}${version && ` ${version}`}`,
      reason.replaceAll('_', ' '),
      String(entries),
      String(sboms),
      risk === null ? 'unknown' : String(Math.round(risk)),
    ].map(terminalSafe),
  );
  return `${groups.length} open questions\n${textTable(['component', 'why', 'entries', 'SBOMs', 'risk'], rows, 120)}`;
}
