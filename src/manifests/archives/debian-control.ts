import type { ContentsBuilder } from '../contents-builder.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { manifestText } from '../reading/text-file.js';
import { readHeaders } from './header-lines.js';

/** Metadata of a Debian package (deb-control(5)). */
export const debianControl: ManifestKind = {
  id: 'debian-control',
  ecosystem: 'deb',
  nature: 'locked',
  files: ['*.deb'],
  matches: (path) => /(?:^|!\/)control\.tar(?:\.[a-z0-9]+)?!\/control$/.test(path),
  read,
};

async function read({ bytes }: ManifestFile, out: ContentsBuilder): Promise<void> {
  const headers = readHeaders(await manifestText(bytes));
  const field = (name: string): string => headers.get(name) ?? '';
  const [name, version] = [field('package'), field('version')];
  const namespace = distributionOf(version, `${field('origin')} ${field('maintainer')}`);
  // Scanners write this qualifier and vulnerability matching reads it: advisories name the source package.
  const [, upstream = '', , other] = /^([^\s()]+)(\s*\(([^()\s]+)\))?/.exec(field('source')) ?? [];
  const qualifiers = { arch: field('architecture'), upstream: other ? `${upstream}@${other}` : upstream };
  const purl = namespace === '' ? {} : { purl: { type: 'deb', namespace, name, version, qualifiers } };
  out.addComponent({ ecosystem: 'deb', name, version, line: 1, ...purl });
}

/** The distribution has no field of its own; version and origin show it. */
function distributionOf(version: string, origin: string): string {
  if (/ubuntu/.test(version) || /@(?:[a-z]+\.)?ubuntu\.com>|^ubuntu /i.test(origin)) return 'ubuntu';
  return /[+~](?:deb|bpo)\d+/.test(version) || /@(?:[a-z.-]+\.)?debian\.(?:org|net)>|^debian /i.test(origin)
    ? 'debian'
    : '';
}
