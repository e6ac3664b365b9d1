import type { BomHash } from '../../model/document.js';
import type { ContentsBuilder } from '../contents-builder.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName, folderOf } from '../paths.js';
import { manifestText } from '../reading/text-file.js';

/** .terraform.lock.hcl (developer.hashicorp.com, "Dependency Lock File") of Terraform and OpenTofu: providers. */
export const terraformLock: ManifestKind = {
  id: 'terraform-lock',
  ecosystem: 'terraform',
  nature: 'locked',
  files: ['.terraform.lock.hcl'],
  matches: (path) => baseName(path) === '.terraform.lock.hcl',
  read,
};

interface Provider {
  readonly address: string;
  readonly line: number;
  version: string;
  hashes: BomHash[];
}

const maxLineLength = 4_096;
const defaultHosts = new Set(['registry.terraform.io', 'registry.opentofu.org']);

/** The tools write one attribute, hash or bracket a line. */
async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const project = out.addProject(folderOf(file.path));
  let open: Provider | null = null;
  for (const [index, raw] of (await manifestText(file.bytes)).split('\n').entries()) {
    const line = raw.slice(0, maxLineLength).trim();
    const address = /^provider\s+"([^"\\]{1,500})"\s*\{$/.exec(line)?.[1];
    if (address !== undefined) {
      open = { address, line: index + 1, version: '', hashes: [] };
      continue;
    }
    if (line === '' || line.startsWith('#') || line.startsWith('//')) continue;
    if (open === null) {
      out.addLoss(index + 1, `This line is none of a lock file of Terraform: ${line.slice(0, 80)}`);
      continue;
    }
    open.version = /^version\s*=\s*"([^"\\]{1,200})"$/.exec(line)?.[1] ?? open.version;
    // `zh:` is the SHA-256 of the archive of one platform, `h1:` that of a list of files.
    const archive = /^"zh:([0-9a-f]{64})",?$/.exec(line)?.[1];
    if (archive !== undefined) open.hashes.push({ algorithm: 'SHA-256', value: archive });
    if (line !== '}') continue;
    out.addDependency(project, add(open, out), 'build');
    open = null;
  }
  if (open !== null) out.addLoss(open.line, 'The last provider is not complete');
}

function add({ address, line, version, hashes }: Provider, out: ContentsBuilder): string | null {
  const [host = '', group = '', name = ''] = address.split('/', 3);
  const qualifiers = { repository_url: defaultHosts.has(host) ? '' : host };
  const purl = { type: 'terraform', namespace: group, name, version, qualifiers };
  return out.addComponent({ ecosystem: 'terraform', group, name, version, purl, hashes, line });
}
