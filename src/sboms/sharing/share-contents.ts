/** What a share can hold of each of its SBOMs. */
export const shareContents = ['cyclonedx', 'spdx', 'vex', 'report', 'notice'] as const;
export type ShareContent = (typeof shareContents)[number];

/** What is left out unless it is chosen. */
export const shareExtras = ['scores', 'internal_components'] as const;
export type ShareExtra = (typeof shareExtras)[number];

export interface SharedFile {
  readonly content: ShareContent;
  readonly mediaType: string;
  readonly title: string;
}

/** The files of a share, by the name that a link gives them. */
export const sharedFiles = {
  'cyclonedx.json': { content: 'cyclonedx', mediaType: 'application/vnd.cyclonedx+json', title: 'CycloneDX 1.6, JSON' },
  'cyclonedx.xml': { content: 'cyclonedx', mediaType: 'application/vnd.cyclonedx+xml', title: 'CycloneDX 1.6, XML' },
  'spdx.json': { content: 'spdx', mediaType: 'application/spdx+json', title: 'SPDX 2.3, JSON' },
  'spdx.spdx': { content: 'spdx', mediaType: 'text/spdx; charset=utf-8', title: 'SPDX 2.3, tag-value' },
  'openvex.json': { content: 'vex', mediaType: 'application/json; charset=utf-8', title: 'VEX, OpenVEX' },
  'csaf.json': { content: 'vex', mediaType: 'application/json; charset=utf-8', title: 'VEX, CSAF 2.0' },
  'vex.cyclonedx.json': { content: 'vex', mediaType: 'application/vnd.cyclonedx+json', title: 'VEX, CycloneDX' },
  'report.html': { content: 'report', mediaType: 'text/html; charset=utf-8', title: 'Report' },
  'notice.txt': { content: 'notice', mediaType: 'text/plain; charset=utf-8', title: 'NOTICE, text' },
  'notice.html': { content: 'notice', mediaType: 'text/html; charset=utf-8', title: 'NOTICE, HTML' },
} as const satisfies Readonly<Record<string, SharedFile>>;
export type SharedFileName = keyof typeof sharedFiles;

export const sharedFileNames = Object.keys(sharedFiles) as SharedFileName[];

export const filesOf = (contents: readonly ShareContent[]): SharedFileName[] =>
  sharedFileNames.filter((name) => contents.includes(sharedFiles[name].content));

/** What a visitor will see, in sentences: said before a link is made. */
export function describeShare(contents: readonly ShareContent[], extras: readonly ShareExtra[]): string[] {
  const says: Readonly<Record<ShareContent, string>> = {
    cyclonedx:
      'the SBOM as CycloneDX, with all that its file says of the components, without annotations, authors and tools',
    spdx: 'the SBOM as SPDX, with all that its file says of the components, without annotations, authors and tools',
    vex: 'the VEX statements that hold, with the text of each and who made the document',
    report: 'a report: components, known vulnerabilities by severity, what was not examined, licences',
    notice: 'the NOTICE: components, copyrights, licence texts',
  };
  return [
    'name, version and supplier of each SBOM',
    ...contents.map((one) => says[one]),
    ...(contents.includes('vex') ? [] : ['no statement on a vulnerability, in no file']),
    extras.includes('scores') && contents.includes('report')
      ? 'verdict, risk and the components with the highest risk, in the report'
      : 'no score and no verdict',
    extras.includes('internal_components')
      ? 'internal components with their names'
      : 'internal components without name, version and identifiers',
    'no notes, rules, decisions, contacts and names of people of the organization',
  ];
}
