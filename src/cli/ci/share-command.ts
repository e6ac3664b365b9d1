import type { ShareAccessView, SharePreviewView, ShareView } from '../../sboms/sharing/shares.view.js';
import { terminalSafe } from '../terminal-safe.js';
import { exitCodes, UsageError } from '../usage.js';
import { textTable } from '../welcome/text-table.js';
import { CiClient, type ServiceAnswer } from './ci-client.js';
import { idOfSbom, type SbomSelector } from './named-sbom.js';

/** Environment variable with the password of a link; no option, because options are seen by others. */
const sharePasswordVariable = 'STOCKTAKE_SHARE_PASSWORD';

export interface ShareOptions extends Partial<SbomSelector> {
  readonly content?: string;
  readonly extra?: string;
  readonly days?: string;
  readonly downloads?: string;
  readonly title?: string;
  readonly 'dry-run'?: boolean;
}

const dayMs = 86_400_000;
const standardContents = 'cyclonedx,spdx,vex,notice';

/** `share create`, `list`, `revoke ID` and `log ID`. */
export async function share(words: readonly string[], options: ShareOptions): Promise<number> {
  const [what = '', id, ...more] = words;
  if (more.length > 0 || (id === undefined) !== (what === 'create' || what === 'list'))
    throw new UsageError('share takes create, list, revoke ID or log ID');
  const client = new CiClient(process.env);
  if (what === 'create') return create(client, options);
  if (what === 'list') return list(client, options);
  if (what === 'revoke') {
    await client.post('v1/share/revokeShare', { id });
    process.stdout.write('The link has ended\n');
    return exitCodes.done;
  }
  if (what === 'log') return log(client, id!);
  throw new UsageError('share takes create, list, revoke ID or log ID');
}

/** Says on standard error what the link shows; the link alone is on standard output. */
async function create(client: CiClient, options: ShareOptions): Promise<number> {
  const { name, content = standardContents, extra = '', days, downloads, title } = options;
  if (!name) throw new UsageError('share create takes --name and --version');
  const password = process.env[sharePasswordVariable];
  const body = {
    sbom_ids: [await idOfSbom(client, { ...options, name })],
    contents: wordsOf(content),
    extras: wordsOf(extra),
    ...(title !== undefined && { title }),
    ...(days !== undefined && { expires_at: new Date(Date.now() + numberOf(days, '--days') * dayMs).toISOString() }),
    ...(downloads !== undefined && { max_downloads: numberOf(downloads, '--downloads') }),
    ...(password && { password }),
  };
  const { data } = await client.post<SharePreviewView>('v1/share/previewShare', body);
  const { says, expires_at } = data;
  const end = new Date(expires_at).toISOString();
  process.stderr.write(`The link shows until ${end}:\n${says.map((one) => `  ${terminalSafe(one)}\n`).join('')}`);
  if (options['dry-run']) return exitCodes.done;
  const made = await client.post<ShareView>('v1/share/createShare', body);
  process.stdout.write(`${terminalSafe(made.data.url ?? '')}\n`);
  return exitCodes.done;
}

async function list(client: CiClient, options: ShareOptions): Promise<number> {
  const { name } = options;
  const query: Record<string, string> = name ? { sbom_id: await idOfSbom(client, { ...options, name }) } : {};
  const { data, meta } = await client.get<ShareView[]>('v1/share/getShares', query);
  const rows = data.map((one) =>
    [
      ...[one.id, one.state, String(one.expires_at), String(one.downloads)],
      [...one.sboms.map((sbom) => `${sbom.name} ${sbom.version}`), ...(one.other_sboms ? [`${one.other_sboms} more`] : []), ...(one.deleted_sboms ? [`${one.deleted_sboms} deleted`] : [])].join(', '), // prettier-ignore
    ].map(terminalSafe),
  );
  process.stdout.write(textTable(['id', 'state', 'ends', 'downloads', 'SBOMs'], rows, 160));
  sayRest(data, meta);
  return exitCodes.done;
}

/** A list that is cut says so. */
function sayRest(rows: readonly unknown[], { total_count }: ServiceAnswer<unknown>['meta']): void {
  const rest = Number(total_count) - rows.length;
  if (rest > 0) process.stdout.write(`and ${rest} more\n`);
}

async function log(client: CiClient, id: string): Promise<number> {
  const { data, meta } = await client.get<ShareAccessView[]>('v1/share/getShareAccesses', { id, limit: '1000' });
  const rows = data.map((one) => [one.day, one.what, one.sbom_id ?? '', String(one.count)].map(terminalSafe));
  process.stdout.write(textTable(['day', 'what', 'SBOM', 'times'], rows, 160));
  sayRest(data, meta);
  return exitCodes.done;
}

const wordsOf = (text: string): string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean);

function numberOf(text: string, option: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new UsageError(`${option} must be a whole number`);
  return Number(text);
}
