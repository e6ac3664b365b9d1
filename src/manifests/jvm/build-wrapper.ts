import type { ContentsBuilder, ManifestEntry } from '../contents-builder.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName, folderOf } from '../paths.js';
import { manifestText } from '../reading/text-file.js';
import { sha256Hashes } from '../sha256.js';

/** The build tool that the wrapper of Gradle or Maven downloads (docs.gradle.org, "Gradle Wrapper"). */
export const buildWrapper: ManifestKind = {
  id: 'build-wrapper',
  ecosystem: 'generic',
  nature: 'locked',
  files: ['gradle-wrapper.properties', 'maven-wrapper.properties'],
  matches: (path) => /^(?:gradle|maven)-wrapper\.properties$/.test(baseName(path)),
  read,
};

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const lines = (await manifestText(file.bytes)).split('\n');
  const at = lines.findIndex((line) => /^\s*distributionUrl\s*[=:]/.test(line.slice(0, 4_096)));
  const url = valueOf(lines[at]);
  const checksum = valueOf(lines.find((line) => /^\s*distributionSha256Sum\s*[=:]/.test(line.slice(0, 4_096))));
  const found = url === '' ? null : toolOf(url, at + 1);
  if (!found) {
    out.addWarning(Math.max(at, 0) + 1, `The address of the build tool is unknown: ${url.slice(0, 80)}`);
    return;
  }
  const hashes = sha256Hashes(checksum);
  const references = [{ type: 'distribution', url }];
  out.addDependency(out.addProject(folderOf(file.path)), out.addComponent({ ...found, hashes, references }), 'build');
}

/** Colons of an address are escaped in properties. */
const valueOf = (line = ''): string =>
  line
    .slice(0, 4_096)
    .replace(/^[^=:]*[=:]/, '')
    .replace(/\\(.)/g, '$1')
    .trim();

function toolOf(url: string, line: number): ManifestEntry | null {
  const [, gradle] = /\/gradle-([\w.+-]{1,100}?)-(?:bin|all)\.zip$/.exec(url) ?? [];
  if (gradle !== undefined) {
    const purl = { type: 'generic', name: 'gradle', version: gradle, qualifiers: { download_url: url } };
    return { ecosystem: 'generic', name: 'gradle', version: gradle, purl, line };
  }
  const [, artifact = '', version = ''] = /\/org\/apache\/maven\/([\w-]{1,100})\/([\w.-]{1,100})\/[^/]+\.zip$/.exec(url) ?? []; // prettier-ignore
  if (artifact === '') return null;
  const group = 'org.apache.maven';
  const purl = { type: 'maven', namespace: group, name: artifact, version, qualifiers: { classifier: 'bin', type: 'zip' } }; // prettier-ignore
  return { ecosystem: 'maven', group, name: artifact, version, purl, line };
}
