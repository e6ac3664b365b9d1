/** Endings of package files and the ecosystem they tell; null where many ecosystems use them. */
const endings: readonly (readonly [RegExp, string | null])[] = [
  [/[. ]gem$/i, 'gem'],
  [/[. ](?:jar|war|ear|aar|pom)$/i, 'maven'],
  [/[. ]nupkg$/i, 'nuget'],
  [/(?:-(?:py[23]|py\d+|cp\d+)[\w.-]*)?[. ](?:whl|egg)$/i, 'pypi'],
  [/[. ]crate$/i, 'cargo'],
  [/(?:_(?:amd64|i386|all|arm64|armhf))?[. ]u?deb$/i, 'deb'],
  [/(?:\.(?:x86_64|i\d86|noarch|aarch64|src))?[. ]rpm$/i, 'rpm'],
  [/[. ]apk$/i, 'apk'],
  [/[. ](?:tar[. ](?:gz|bz2|xz|zst)|tgz|tbz2|txz|zip|7z)$/i, null],
  [/[. ](?:dll|exe|msi|so(?:\.\d+)*|dylib|lib|sys|ocx|bin|dmg|pkg)$/i, null],
];

/** What each ending begins with, or has in it. */
const endingSign = /[. ]/;

/** The ecosystem that a file name's ending tells, or null. */
export function fileEcosystem(name: string): string | null {
  if (!endingSign.test(name)) return null;
  return endings.find(([ending]) => ending.test(name))?.[1] ?? null;
}

/** A file name without its ending; anything else as it is. */
export function withoutFileEnding(name: string): string {
  if (!endingSign.test(name)) return name;
  for (const [ending] of endings) {
    const match = ending.exec(name);
    // "foo bar lib" is prose, "foo.lib" a file: endings after a space count for archives only.
    if (!match || match.index < 2) continue;
    if (match[0].startsWith(' ') && !/tar|gem|jar|whl|nupkg|crate|deb|rpm/i.test(match[0])) continue;
    return name.slice(0, match.index);
  }
  return name;
}
