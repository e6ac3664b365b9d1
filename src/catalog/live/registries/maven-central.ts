import { textOf } from '../../../model/json.js';
import { UnexpectedAnswer, type LiveSource } from '../live-source.js';
import { pathOf, registryAnswer, textBetween } from './registry-package.js';

export const mavenXml = 'application/xml';

/** A Maven repository (maven.apache.org, repository metadata): Maven Central, or one that stands for it. */
export const mavenCentral: LiveSource = {
  name: 'maven-central',
  baseUrl: 'https://repo1.maven.org/maven2',
  requestsPerSecond: 5,
  answers: 'packages',
  types: ['maven'],
  isRegistry: true,
  async lookUp(ask, subject) {
    if (subject.kind !== 'package' || subject.purl.namespace === null) return null;
    const { namespace, name } = subject.purl;
    const path = pathOf(...namespace.split('.'), name);
    const metadata = path === null ? null : await ask(`${path}/maven-metadata.xml`, undefined, mavenXml);
    if (metadata === null) return null;
    const listed = textBetween(textOf(metadata), '<versions>', '</versions>');
    if (listed === undefined) throw new UnexpectedAnswer('Metadata without versions');
    const versions = [...listed.matchAll(/<version>\s*([^<\s]+)\s*<\/version>/g)].map((match) => match[1]!).reverse();
    if (versions.length === 0) return null;
    const latest = textBetween(textOf(metadata), '<release>', '</release>')?.trim() || versions[0]!;
    const file = pathOf(latest, `${name}-${latest}.pom`);
    const pom = textOf(file === null ? null : await ask(`${path}${file}`, undefined, mavenXml));
    const [scm, license] = [textBetween(pom, '<scm>', '</scm>'), textBetween(pom, '<license>', '</license>')];
    return registryAnswer(subject, {
      versions,
      latest,
      repositoryUrl: scm && textBetween(scm, '<url>', '</url>')?.trim(),
      license: license && textBetween(license, '<name>', '</name>')?.trim(),
    });
  },
};
