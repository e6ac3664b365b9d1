import { topMembers } from './reading/json.js';

/** What people take for an SBOM because it comes beside one: by its first characters, in the order of looking. */
const kinds: readonly {
  readonly name: string;
  matches(head: string, members: ReadonlyMap<string, string>): boolean;
}[] = [
  {
    name: 'an OpenVEX document: it says what vulnerabilities mean for products and lists no components',
    matches: (head, members) =>
      members.get('@context')?.startsWith('https://openvex.dev/') === true ||
      (members.has('statements') && head.includes('"vulnerability"')),
  },
  {
    name: 'a CSAF document: it says what vulnerabilities mean for products and is no list of components',
    matches: (head, members) => members.get('document') === '{' && head.includes('"csaf_version"'),
  },
  {
    name: 'a SARIF report: it holds findings of an analysis and no components',
    matches: (_, members) => members.has('runs') && members.has('version'),
  },
  {
    name: 'a provenance of SLSA: it says how something was built and lists no components',
    matches: (_, members) =>
      members.has('buildDefinition') || (members.has('builder') && (members.has('buildType') || members.has('recipe'))),
  },
];

/**
 * What a document is that is no SBOM, for people; undefined where it is nothing that we know.
 *
 * @param head the document's first characters
 */
export function describeOtherDocument(head: string): string | undefined {
  const members = topMembers(head);
  return members.size === 0 ? undefined : kinds.find(({ matches: isOne }) => isOne(head, members))?.name;
}
