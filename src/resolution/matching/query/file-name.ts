/** File extensions with their ecosystem; null where many ecosystems use them. */
const extensions: readonly (readonly [RegExp, string | null])[] = [
  [/[. ]gem$/i, 'gem'],
  [/[. ](?:jar|war|ear|aar|pom)$/i, 'maven'],
  [/[. ]nupkg$/i, 'nuget'],
  [/(?:\.slim)?\.min\.(?:js|mjs|css)$/i, 'npm'],
  [/(?:-(?:py[23]|py\d+|cp\d+)[\w.-]*)?[. ](?:whl|egg)$/i, 'pypi'],
  [/[. ]crate$/i, 'cargo'],
  [/(?:-[a-z\d]*_\d+)?[. ]conda$/i, 'conda'],
  [/(?:_(?:amd64|i386|all|arm64|armhf))?[. ]u?deb$/i, 'deb'],
  [/(?:\.(?:x86_64|i\d86|noarch|aarch64|src))?[. ]rpm$/i, 'rpm'],
  [/[. ]apk$/i, 'apk'],
  [/[. ](?:tar[. ](?:gz|bz2|xz|zst)|tgz|tbz2|txz|zip|7z)$/i, null],
  [/[. ](?:dll|exe|msi|so(?:\.\d+)*|dylib|lib|sys|ocx|bin|dmg|pkg)$/i, null],
];

/** All extensions contain one of these. */
const extensionSign = /[. ]/;

/** The ecosystem of a file extension, or null. */
export function fileEcosystem(name: string): string | null {
  if (!extensionSign.test(name)) return null;
  return extensions.find(([extension]) => extension.test(name))?.[1] ?? null;
}

/** A file name without its extension; other names unchanged. */
export function withoutFileExtension(name: string): string {
  if (!extensionSign.test(name)) return name;
  for (const [extension] of extensions) {
    const match = extension.exec(name);
    // "foo bar lib" is prose, "foo.lib" a file: after a space only extensions of archives count.
    if (!match || match.index < 2) continue;
    if (match[0].startsWith(' ') && !/tar|gem|jar|whl|nupkg|crate|deb|rpm/i.test(match[0])) continue;
    return name.slice(0, match.index);
  }
  return name;
}
