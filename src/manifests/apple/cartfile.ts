import type { ContentsBuilder } from '../contents-builder.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName } from '../paths.js';
import { manifestText } from '../reading/text-file.js';

/** Cartfile.resolved of Carthage: `github "owner/name" "1.0"`, `git "address" "commit"`, `binary "address" "1.0"`. */
export const cartfileResolved: ManifestKind = {
  id: 'carthage',
  ecosystem: 'swift',
  nature: 'locked',
  files: ['Cartfile.resolved'],
  matches: (path) => baseName(path) === 'Cartfile.resolved',
  read,
};

const maxLineLength = 4_096;

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  for (const [index, raw] of (await manifestText(file.bytes)).split('\n').entries()) {
    const line = raw.slice(0, maxLineLength).trim();
    if (line === '' || line.startsWith('#')) continue;
    const [, kind, address = '', version = ''] = /^(github|git|binary)\s+"([^"]{1,1000})"\s+"([^"]{1,200})"/.exec(line) ?? []; // prettier-ignore
    if (kind === undefined) out.addLoss(index + 1, `This line is none of a Cartfile: ${line.slice(0, 80)}`);
    else add({ kind, address, version, line: index + 1 }, out);
  }
}

interface Pin {
  readonly kind: string;
  readonly address: string;
  readonly version: string;
  readonly line: number;
}

function add({ kind, address, version, line }: Pin, out: ContentsBuilder): void {
  const github = /^(?:https:\/\/github\.com\/)?([\w.-]{1,100})\/([\w.-]{1,100}?)(?:\.git)?$/.exec(address);
  const common = { ecosystem: 'swift', version, line };
  if (kind === 'github' && github) {
    const [, owner = '', name = ''] = github;
    const url = `git+https://github.com/${owner}/${name}.git@${version}`;
    const purl = { type: 'swift', namespace: `github.com/${owner}`, name, version };
    out.addComponent({ ...common, name, purl, references: [{ type: 'vcs', url }] });
    return;
  }
  const name =
    address
      .split('/')
      .at(-1)!
      .replace(/\.(?:git|json)$/, '') || address;
  const url = kind === 'binary' ? address : `git+${address}@${version}`;
  const qualifiers = { download_url: kind === 'binary' ? url : '', vcs_url: kind === 'binary' ? '' : url };
  const purl = { type: 'generic', name, version, qualifiers };
  out.addComponent({ ...common, name, purl, references: [{ type: kind === 'binary' ? 'distribution' : 'vcs', url }] });
}
