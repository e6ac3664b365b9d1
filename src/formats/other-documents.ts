import { topMembers } from './reading/json.js';

/** What a document is that is not an SBOM. */
export interface OtherDocument {
  /** For messages: "a package-lock.json". */
  readonly name: string;
  /** Of a manifest: the path that such a file has. */
  readonly manifest?: string;
}

interface Kind extends OtherDocument {
  matches(head: string, members: ReadonlyMap<string, string>): boolean;
}

/** A manifest in JSON that has all of these members. */
const json = (manifest: string, ...names: string[]): Kind => ({
  name: `a file like ${manifest}`,
  manifest,
  matches: (_, members) => names.every((name) => members.has(name)),
});

/** Reports of tools that a reader of ours would only guess at, by members that they alone have, and what to send. */
const reportsByMembers: readonly (readonly [members: readonly string[], name: string])[] = [
  [
    ['reportSchema', 'dependencies'],
    'a report of OWASP Dependency-Check in JSON: write it as CSV ("--format CSV"), or send an SBOM',
  ],
  [['repository', 'analyzer'], 'a result of ORT: write CycloneDX with "ort report --report-formats CycloneDX"'],
  [
    ['matchSummary', 'components'],
    'a raw report of Sonatype Lifecycle: get its SBOM by "/api/v2/cycloneDx" in place of "/raw"',
  ],
  [
    ['pip_version', 'installed'],
    'a report of "pip inspect": send what "pip freeze" or "pip list --format=json" writes',
  ],
  [
    ['headers', 'packages', 'files'],
    'a report of ScanCode: write it as SPDX or CycloneDX ("--spdx-tv", "--cyclonedx")',
  ],
  [
    ['Sources', 'WinGetVersion'],
    'an export of winget: send what "winget list" prints, which names the versions, or an inventory as CSV',
  ],
  [
    ['directDependencies', 'deepDependencies'],
    'an attribution report of FOSSA in JSON: write CycloneDX ("fossa report attribution --format cyclonedx-json")',
  ],
  [
    ['report', 'dependencies'],
    'a list of dependencies of GitLab in its former form: export it as CycloneDX, or as the JSON of today',
  ],
  [['formulae', 'casks'], 'a report of Homebrew: send what "brew list --versions" prints'],
  [['packages', 'workspace_root'], 'what "cargo metadata" writes: send the Cargo.lock'],
  [
    ['parameters', 'projects'],
    'what "dotnet list package" writes as JSON: send packages.lock.json or obj/project.assets.json',
  ],
  [
    ['manifests', 'detector', 'job'],
    'a submission to the dependency graph of GitHub: export the SBOM of the repository there ("Export SBOM"), or send the lock file',
  ],
  [
    ['findings', 'project', 'meta'],
    'a list of findings of Dependency-Track: export the BOM of the project ("Download BOM"), or run "stocktake import-dependency-track"',
  ],
  [
    ['vulnerabilities', 'dependencyCount'],
    'a report of "snyk test": write an SBOM with "snyk sbom --format=cyclonedx1.6+json"',
  ],
  [['graph'], 'a graph of Conan: send the conan.lock, or write CycloneDX with its extension "sbom:cyclonedx"'],
  [['results'], 'a report of OSV-Scanner: write CycloneDX with "--format cyclonedx-1-5", or send the lock file'],
  [['installed'], 'a list of "composer show" in JSON: send the composer.lock'],
  [['identity', 'dependencies'], 'a tree of "swift package show-dependencies": send the Package.resolved'],
  [['artifacts'], 'a summary of JFrog Xray: export its SBOM as CycloneDX or SPDX, or its components as CSV'],
];

const hasContent: Readonly<Record<string, RegExp>> = {
  graph: /"nodes"\s*:\s*\{\s*"[^"]{1,20}"\s*:\s*\{[^{}]{0,500}"ref"\s*:/,
  results: /"packages"\s*:\s*\[\s*\{\s*"package"\s*:/,
  installed: /"installed"\s*:\s*\[\s*\{\s*"name"\s*:/,
  artifacts: /"general"\s*:\s*\{[^}]{0,500}"component_id"/,
};

const reports: readonly Kind[] = reportsByMembers.map(([names, name]) => ({
  name,
  matches: (head, members) =>
    names.every((one) => members.has(one) && (names.length > 1 || hasContent[one]!.test(head))),
}));

/** Documents that are taken for SBOMs because they accompany them, and manifests, in the order of detection. */
const kinds: readonly Kind[] = [
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
    name: 'a report of Trivy: write CycloneDX with "trivy convert --format cyclonedx FILE"',
    matches: (_, members) => members.has('SchemaVersion') && members.has('ArtifactName'),
  },
  {
    name: 'a report of Grype: send the SBOM that it examined, or write CycloneDX with "grype -o cyclonedx-json"',
    matches: (_, members) => members.has('matches') && members.has('descriptor'),
  },
  ...reports,
  {
    name: 'a tree of packages as "npm ls --json" or "composer licenses" prints it: send the lock file, or what "npm sbom" writes',
    matches: (head, members) =>
      members.get('dependencies') === '{' &&
      /"dependencies"\s*:\s*\{\s*"[^"]+"\s*:\s*\{\s*"(?:version|required|resolved|missing|overridden|invalid|extraneous|problems)"/.test(
        head,
      ) &&
      !members.has('lockfileVersion') &&
      !/"contentHash"/.test(head),
  },
  json('bun.lock', 'lockfileVersion', 'workspaces'),
  json('package-lock.json', 'lockfileVersion'),
  json('composer.lock', 'content-hash', 'packages'),
  json('Pipfile.lock', '_meta', 'default'),
  json('project.assets.json', 'targets', 'libraries', 'projectFileDependencyGroups'),
  json('app.deps.json', 'runtimeTarget', 'libraries'),
  json('renv.lock', 'R', 'Packages'),
  json('flake.lock', 'nodes', 'root', 'version'),
  json('Package.resolved', 'pins', 'version'),
  {
    ...json('packages.lock.json'),
    matches: (head, members) => members.has('dependencies') && /"contentHash"\s*:|"resolved"\s*:\s*"[\d.]+"/.test(head),
  },
  { ...json('deno.lock'), matches: (_, m) => m.has('version') && (m.has('specifiers') || m.has('redirects')) },
  {
    ...json('package.json'),
    matches: (_, members) =>
      members.has('name') && ['dependencies', 'devDependencies', 'scripts'].some((name) => members.get(name) === '{'),
  },
];

/** Manifests that are no JSON. */
const textKinds: readonly { readonly manifest: string; readonly pattern: RegExp }[] = [
  {
    manifest: 'pom.xml',
    pattern: /^(?:\s|<[?!][^>]*>)*<project\b[^>]*(?:maven\.apache\.org\/POM|>\s*<modelVersion>)/,
  },
  { manifest: 'app.csproj', pattern: /^(?:\s|<[?!][^>]*>)*<Project\b/ },
  { manifest: 'packages.config', pattern: /^(?:\s|<[?!][^>]*>)*<packages>\s*<package / },
  { manifest: 'poetry.lock', pattern: /^# This file is automatically @?generated by Poetry/ },
  { manifest: 'pdm.lock', pattern: /^# This file is @generated by PDM/ },
  { manifest: 'uv.lock', pattern: /^version = 1\r?\n(?:revision = \d+\r?\n)?requires-python = / },
  { manifest: 'pylock.toml', pattern: /^lock-version = "1\.\d+"/m },
  { manifest: 'Cargo.lock', pattern: /^\[\[package\]\]\r?\nname = "/m },
  { manifest: 'go.mod', pattern: /^(?:\/\/.*\n|\s)*module \S+\s+(?:go|toolchain|require|\/\/)/ },
  { manifest: 'go.sum', pattern: /^\S+ v\S+ h1:\S+$/m },
  { manifest: 'yarn.lock', pattern: /^# yarn lockfile v1|^__metadata:\s+version:/m },
  { manifest: 'pnpm-lock.yaml', pattern: /^lockfileVersion:/ },
  { manifest: 'Gemfile.lock', pattern: /^(?:GEM|GIT|PATH)\r?\n {2}remote: / },
  { manifest: 'gradle.lockfile', pattern: /^# This is a Gradle generated file/ },
  { manifest: 'pubspec.lock', pattern: /^# Generated by pub\b/ },
  { manifest: 'Podfile.lock', pattern: /^PODS:\r?\n {2}- / },
  { manifest: 'mix.lock', pattern: /^%\{\r?\n {2}"[^"]+":? ?[^\n]*\{:(?:hex|git), / },
  { manifest: '.terraform.lock.hcl', pattern: /^(?:#.*\n|\s)*provider "[^"]+" \{\s+version\s*=/ },
  { manifest: 'var/lib/dpkg/status', pattern: /^Package: \S+\r?\nStatus: / },
  { manifest: 'lib/apk/db/installed', pattern: /^C:Q1\S+\r?\nP:/ },
];

/** Texts that name packages in a form that no reader reads, and what to send instead. */
const namedTexts: readonly { readonly name: string; readonly pattern: RegExp }[] = [
  {
    name: 'a list of SBOMs: send them one at a time',
    pattern:
      /^\s*\[\s*\{\s*(?:"[^"]{0,200}"\s*:\s*(?:"[^"]{0,500}"|\d{1,9})\s*,\s*){0,8}"(?:bomFormat|spdxVersion)"\s*:/,
  },
  {
    name: 'a software identification tag (SWID), which describes one product and lists no components: send an SBOM, or a list of several products as CSV or Excel',
    pattern: /^(?:\s|<[?!][^>]{0,1000}>){0,100}<(?:\w{1,40}:)?SoftwareIdentity\b/,
  },
  {
    name: 'CycloneDX in the encoding of Protocol Buffers: write it as JSON or XML ("cyclonedx convert --output-format json")',
    pattern: /^\n\u00031\.\d/,
  },
  {
    name: 'a result of ORT: write CycloneDX with "ort report --report-formats CycloneDX"',
    pattern: /^(?:---\r?\n)?repository:\r?\n {2}vcs:\r?\n[\s\S]*\nanalyzer:/,
  },
  {
    name: 'a list of files with their licences (FOSSology): write the report as SPDX',
    pattern: /^"?file ?path"?[,;]"?(?:scan results|concluded results)"?/i,
  },
  {
    name: 'a tree of Maven: write CycloneDX with the goal "makeAggregateBom" of cyclonedx-maven-plugin, or send the pom.xml',
    pattern:
      /^(?:\[INFO\] )?(?:[\w.-]+:){3}\S+\r?\n(?:\[INFO\] )?[+\\]- |^(?:\[INFO\] )?The following files have been resolved:/m,
  },
  {
    name: 'a report of Gradle: lock the dependencies ("gradle dependencies --write-locks") and send the gradle.lockfile',
    pattern: /^[+\\]--- \S+:\S+/m,
  },
  {
    name: 'a tree of packages as a package manager prints it (npm ls, yarn list, cargo tree, uv tree, pipdeptree …): send its lock file, or an SBOM, as "npm sbom" writes one',
    pattern: /^(?:[│|] {0,6})*(?:[├└][─-]{1,4}|\+--|`--) ?\S/m,
  },
  {
    name: 'a list of "dpkg -l", which cuts names off: send /var/lib/dpkg/status',
    pattern: /^\|\| ?\/ +Name +Version|^\|\|\/ Name +Version/m,
  },
  {
    name: 'a list of "dotnet list package": send packages.lock.json or obj/project.assets.json',
    pattern: /^ {3}Top-level Package +Requested/m,
  },
  {
    name: 'a graph of Conan: send the conan.lock, or write CycloneDX with its extension "sbom:cyclonedx"',
    pattern: /^Graph root$|^=+ Computing dependency graph =+$/m,
  },
  {
    name: 'build information of Go: send the program itself, or the go.mod',
    pattern: /^\tdep\t\S+\tv\S+/m,
  },
  {
    name: 'a list of Syft as text: write "syft -o cyclonedx-json"',
    pattern: /^\[[^\]\n]+\]\r?\n Version:\t/m,
  },
  {
    name: 'a list of pnpm: send the pnpm-lock.yaml',
    pattern: /^Legend: production dependency/m,
  },
  {
    name: 'a list of pnpm: send the pnpm-lock.yaml',
    pattern: /^\s*\[\s*\{[\s\S]*?"[a-z]*[dD]ependencies"\s*:\s*\{\s*"[^"]+"\s*:\s*\{\s*"from"/,
  },
  {
    name: 'a report of a network scanner (Nessus, OpenVAS, Qualys): it lists findings on hosts and no components',
    pattern: /^(?=.*\bCVE)"?(?:.*[",;])?"?(?:plugin id|nvt name|qid|host)"?[,;]/im,
  },
  {
    name: 'a page in HTML: save the list as CSV or Excel, or send an SBOM',
    pattern: /^\s*<(?:!doctype html|html|table)\b/i,
  },
  {
    name: 'a list of RPM packages without columns: write "rpm -qa --qf \'%{NAME},%{VERSION}-%{RELEASE}\\n\'" under a row "name,version"',
    pattern: /^(?:\S+-[^-\s]+-[^-\s]+\.(?:x86_64|noarch|aarch64|i686|ppc64le|s390x)\r?\n){2}/,
  },
];

/**
 * What a document is that is not an SBOM; undefined for an unknown document.
 *
 * @param head the document's first characters
 */
export function otherDocument(head: string): OtherDocument | undefined {
  const members = topMembers(head);
  const kind = members.size === 0 ? undefined : kinds.find(({ matches: isOne }) => isOne(head, members));
  if (kind) return kind;
  const manifest = textKinds.find(({ pattern }) => pattern.test(head))?.manifest;
  if (manifest === undefined) return namedTexts.find(({ pattern }) => pattern.test(head));
  return { name: `a file like ${manifest}`, manifest };
}
