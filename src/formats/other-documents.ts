import { topMembers } from './reading/json.js';

/** Manifests are read where they stand: beside one another, with what they refer to. */
const ofTree = ', which is read as part of a source tree: analyse the project that it belongs to (analyzeProject)';

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
  {
    name: 'Syft JSON: write CycloneDX with "syft convert FILE -o cyclonedx-json"',
    matches: (head, members) => members.has('artifacts') && /anchore\/syft|"artifactRelationships"/.test(head),
  },
  {
    name: 'a report of Trivy: write CycloneDX with "trivy convert --format cyclonedx FILE"',
    matches: (_, members) => members.has('SchemaVersion') && members.has('ArtifactName'),
  },
  {
    name: 'a report of Grype: send the SBOM that it examined, or write CycloneDX with "grype -o cyclonedx-json"',
    matches: (_, members) => members.has('matches') && members.has('descriptor'),
  },
  { name: `a package-lock.json${ofTree}`, matches: (_, members) => members.has('lockfileVersion') },
  { name: `a composer.lock${ofTree}`, matches: (_, members) => members.has('content-hash') && members.has('packages') },
  {
    name: `a package.json${ofTree}`,
    matches: (_, members) =>
      members.has('name') && ['dependencies', 'devDependencies', 'scripts'].some((name) => members.has(name)),
  },
];

/** Texts that are no JSON. */
const textKinds: readonly { readonly name: string; readonly pattern: RegExp }[] = [
  {
    name: `a Maven POM${ofTree}`,
    pattern: /^(?:\s|<[?!][^>]*>)*<project\b[^>]*(?:maven\.apache\.org\/POM|>\s*<modelVersion>)/,
  },
  { name: `a project file of MSBuild (.csproj)${ofTree}`, pattern: /^(?:\s|<[?!][^>]*>)*<Project\b/ },
  {
    name: 'CycloneDX without its namespace: add xmlns="http://cyclonedx.org/schema/bom/1.6", in the version of the document',
    pattern: /^(?:\s|<[?!][^>]*>)*<bom\b(?![^>]*xmlns)[^>]*>/,
  },
  { name: `a Cargo.lock${ofTree}`, pattern: /^\[\[package\]\]\r?\nname = "/m },
  { name: `a go.mod${ofTree}`, pattern: /^(?:\/\/.*\n|\s)*module \S+\s+(?:go|toolchain|require|\/\/)/ },
  { name: `a go.sum${ofTree}`, pattern: /^\S+ v\S+ h1:\S+$/m },
  { name: `a yarn.lock${ofTree}`, pattern: /^# yarn lockfile v1|^__metadata:\s+version:/m },
  { name: `a pnpm-lock.yaml${ofTree}`, pattern: /^lockfileVersion:/ },
  { name: `a Gemfile.lock${ofTree}`, pattern: /^(?:GEM|GIT|PATH)\r?\n {2}remote: / },
];

/**
 * What a document is that is not an SBOM, for messages; undefined for an unknown document.
 *
 * @param head the document's first characters
 */
export function describeOtherDocument(head: string): string | undefined {
  const members = topMembers(head);
  const kind = members.size === 0 ? undefined : kinds.find(({ matches: isOne }) => isOne(head, members));
  return kind?.name ?? textKinds.find(({ pattern }) => pattern.test(head))?.name;
}
