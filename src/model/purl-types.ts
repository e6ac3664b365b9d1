/**
 * What each registered purl type demands of its components, as data (package-url/purl-spec, `types/*-definition.json`).
 * A type that is not listed is legal and has no rules of its own.
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
  /** How few and how many segments a namespace has, where that is fixed. */
  readonly namespaceSegments?: readonly [min: number, max: number];
  /** Permitted characters after normalisation; `says` completes "the name …". */
  readonly name?: { readonly pattern: RegExp; readonly says: string };
  readonly version?: { readonly pattern: RegExp; readonly says: string };
  /** The name is itself a path: all segments after the first belong to it, and its slashes stay as they are. */
  readonly nameIsPath?: true;
  /** What the fields above cannot say; runs before the checks and changes the parts in place. */
  readonly normalize?: (parts: PurlParts) => void;
}

const noNamespace: PurlTypeRules = { namespace: 'prohibited' };
const noNamespaceLowerName: PurlTypeRules = { namespace: 'prohibited', lowercase: ['name'] };
const vendorAndNameLower: PurlTypeRules = { namespace: 'required', lowercase: ['namespace', 'name'] };
const optionalLower: PurlTypeRules = { namespace: 'optional', lowercase: ['namespace', 'name'] };
const anything: PurlTypeRules = { namespace: 'optional' };

/** Hosts whose owner and repository names are not case sensitive; elsewhere git paths are. */
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
      name: { pattern: /^[a-p]{32}$/, says: 'is 32 letters from a to p' },
      version: { pattern: /^\d+(?:\.\d+){0,3}$/, says: 'is one to four numbers with dots between them' },
    },
  ],
  [
    'cocoapods',
    {
      namespace: 'prohibited',
      name: { pattern: /^[^.\s+][^\s+]*$/, says: 'has no white space and no "+", and does not begin with "."' },
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
      name: { pattern: /^(?!.*::)/, says: 'is the distribution (URI-PackageURL), not the module (URI::PackageURL)' },
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
  // The definition demands a namespace, but the modules `stdlib` and `toolchain` of the Go vulnerability database have
  // none, and scanners write them so; refusing them would hide their advisories.
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
      // Databricks does not tell upper from lower case in model names; Azure ML does.
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
