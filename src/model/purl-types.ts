/**
 * The rules of the registered purl types, as data (package-url/purl-spec, `types/*-definition.json`).
 * Other types are valid and have no rules.
 */

export interface PurlParts {
  namespace: string;
  name: string;
  version: string;
  qualifiers: Record<string, string>;
}

export interface PurlTypeRules {
  readonly namespace: 'required' | 'optional' | 'prohibited';
  /** Components that are not case sensitive: their canonical form is lower case. */
  readonly lowercase?: readonly ('namespace' | 'name' | 'version')[];
  readonly requiredQualifiers?: readonly string[];
  /** Minimum and maximum number of namespace segments. */
  readonly namespaceSegments?: readonly [min: number, max: number];
  /** Permitted characters after normalisation; `rule` completes "the name …". */
  readonly name?: { readonly pattern: RegExp; readonly rule: string };
  readonly version?: { readonly pattern: RegExp; readonly rule: string };
  /** The name is a path of all segments after the first, and its slashes are not encoded. */
  readonly nameIsPath?: true;
  /** Normalization that the fields above cannot express; runs before the checks and modifies the parts. */
  readonly normalize?: (parts: PurlParts) => void;
}

const noNamespace: PurlTypeRules = { namespace: 'prohibited' };
const noNamespaceLowerName: PurlTypeRules = { namespace: 'prohibited', lowercase: ['name'] };
const vendorAndNameLower: PurlTypeRules = { namespace: 'required', lowercase: ['namespace', 'name'] };
const optionalLower: PurlTypeRules = { namespace: 'optional', lowercase: ['namespace', 'name'] };
const anything: PurlTypeRules = { namespace: 'optional' };

/** Hosts with case-insensitive owner and repository names. */
const caseBlindGitHosts = new Set(['github', 'github.com', 'gitlab.com', 'bitbucket.org', 'codeberg.org', 'gitea.com']);

export const purlTypes: ReadonlyMap<string, PurlTypeRules> = new Map<string, PurlTypeRules>([
  ['alpm', vendorAndNameLower],
  ['apk', vendorAndNameLower],
  ['bazel', noNamespace],
  ['bitbucket', vendorAndNameLower],
  ['bitnami', noNamespaceLowerName],
  ['brew', optionalLower],
  ['cargo', noNamespace],
  [
    'chrome-extension',
    {
      namespace: 'prohibited',
      lowercase: ['name'],
      name: { pattern: /^[a-p]{32}$/, rule: 'must be 32 letters from a to p' },
      version: { pattern: /^\d+(?:\.\d+){0,3}$/, rule: 'must be one to four numbers separated by dots' },
    },
  ],
  [
    'cocoapods',
    {
      namespace: 'prohibited',
      name: { pattern: /^[^.\s+][^\s+]*$/, rule: 'must not contain white space or "+", nor start with "."' },
    },
  ],
  ['composer', vendorAndNameLower],
  ['conan', anything],
  ['conda', noNamespace],
  [
    'cpan',
    {
      namespace: 'optional',
      normalize: (parts) => (parts.namespace = parts.namespace.toUpperCase()),
      name: {
        pattern: /^(?!.*::)/,
        rule: 'must be the distribution (URI-PackageURL), not the module (URI::PackageURL)',
      },
    },
  ],
  ['cran', noNamespace],
  ['deb', vendorAndNameLower],
  ['docker', anything],
  ['gem', noNamespace],
  ['generic', anything],
  [
    'git',
    {
      namespace: 'required',
      namespaceSegments: [1, 1],
      lowercase: ['namespace'],
      nameIsPath: true,
      normalize: (parts) => {
        if (caseBlindGitHosts.has(parts.namespace)) parts.name = parts.name.toLowerCase();
      },
    },
  ],
  ['github', vendorAndNameLower],
  // Not registered: GitHub's own SBOMs name the actions of a repository so, and only a known type is selected.
  ['githubactions', vendorAndNameLower],
  // The definition requires a namespace, but `stdlib` and `toolchain` of the Go vulnerability database and of scanners
  // have none; rejecting them would hide their advisories.
  ['golang', optionalLower],
  ['hackage', noNamespace],
  ['hex', optionalLower],
  ['huggingface', { namespace: 'required', lowercase: ['version'] }],
  ['julia', { namespace: 'prohibited', requiredQualifiers: ['uuid'] }],
  ['luarocks', { namespace: 'optional', lowercase: ['namespace', 'name', 'version'] }],
  ['maven', { namespace: 'required' }],
  [
    'mlflow',
    {
      namespace: 'prohibited',
      // Model names of Databricks are case-insensitive, those of Azure ML are not.
      normalize: (parts) => {
        if (parts.qualifiers['repository_url']?.includes('databricks')) parts.name = parts.name.toLowerCase();
      },
    },
  ],
  ['npm', anything],
  ['nuget', noNamespace],
  ['oci', { namespace: 'prohibited', lowercase: ['name', 'version'] }],
  ['opam', noNamespace],
  ['otp', noNamespaceLowerName],
  [
    'pub',
    {
      namespace: 'prohibited',
      normalize: (parts) => (parts.name = parts.name.toLowerCase().replace(/[^a-z0-9_]/g, '_')),
    },
  ],
  [
    'pypi',
    {
      namespace: 'prohibited',
      lowercase: ['version'],
      normalize: (parts) => (parts.name = parts.name.toLowerCase().replaceAll('_', '-')),
    },
  ],
  ['qpkg', { namespace: 'required', lowercase: ['namespace'] }],
  ['rpm', { namespace: 'required', lowercase: ['namespace'] }],
  ['swid', { namespace: 'optional', namespaceSegments: [1, 2], requiredQualifiers: ['tag_id'] }],
  ['swift', { namespace: 'required', namespaceSegments: [2, Infinity] }],
  ['vcpkg', noNamespace],
  ['vscode-extension', { namespace: 'required', lowercase: ['namespace', 'name', 'version'] }],
  ['yocto', { namespace: 'optional', lowercase: ['namespace'] }],
]);
