import { topMembers } from './reading/json.js';

/** Documents that are taken for SBOMs because they accompany them, in the order of detection. */
const kinds: readonly {
  readonly name: string;
  matches(head: string, members: ReadonlyMap<string, string>): boolean;
}[] = [
  {
    name: 'an OpenVEX document: it states the impact of vulnerabilities on products and lists no components',
    matches: (head, members) =>
      members.get('@context')?.startsWith('https://openvex.dev/') === true ||
      (members.has('statements') && head.includes('"vulnerability"')),
  },
  {
    name: 'a CSAF document: it states the impact of vulnerabilities on products and lists no components',
    matches: (head, members) => members.get('document') === '{' && head.includes('"csaf_version"'),
  },
  {
    name: 'a SARIF report: it lists the findings of an analysis and no components',
    matches: (_, members) => members.has('runs') && members.has('version'),
  },
  {
    name: 'an SLSA provenance: it states how an artifact was built and lists no components',
    matches: (_, members) =>
      members.has('buildDefinition') || (members.has('builder') && (members.has('buildType') || members.has('recipe'))),
  },
];

/**
 * What a document is that is not an SBOM, for messages; undefined for an unknown document.
 *
 * @param head the document's first characters
 */
export function describeOtherDocument(head: string): string | undefined {
  const members = topMembers(head);
  return members.size === 0 ? undefined : kinds.find(({ matches: isOne }) => isOne(head, members))?.name;
}
