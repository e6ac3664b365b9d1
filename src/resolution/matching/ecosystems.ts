/** Words for ecosystems as lists carry them, and the purl type they mean. */
const words: Record<string, string> = {
  npm: 'npm node nodejs node.js javascript js typescript yarn pnpm',
  pypi: 'pypi python python3 pip py wheel egg poetry',
  maven: 'maven java jvm jar gradle kotlin scala mvn war',
  gem: 'gem ruby rubygems rubygem bundler rb',
  golang: 'golang go gomod',
  nuget: 'nuget .net dotnet net csharp c#',
  cargo: 'cargo rust crates crates.io crate',
  composer: 'composer php packagist',
  deb: 'deb debian ubuntu apt dpkg',
  rpm: 'rpm redhat fedora centos rhel suse opensuse yum dnf',
  apk: 'apk alpine',
  cran: 'cran r',
  cpan: 'cpan perl',
  hex: 'hex elixir erlang',
  pub: 'pub dart flutter',
  cocoapods: 'cocoapods ios pod',
  swift: 'swift spm',
  conan: 'conan c++ cpp c',
  hackage: 'hackage haskell',
  conda: 'conda anaconda',
  docker: 'docker oci container',
  github: 'github',
  'wordpress-plugin': 'wordpress wordpress-plugin wp',
  jenkins: 'jenkins jenkins-plugin',
  drupal: 'drupal',
};

const types = new Map(Object.entries(words).flatMap(([type, list]) => list.split(' ').map((word) => [word, type])));

/** The purl type that an ecosystem word means, or null. */
export function ecosystemOf(word: string | undefined): string | null {
  return word ? (types.get(word.trim().toLowerCase()) ?? null) : null;
}

/** The purl type of a distribution's packages, where the organization is nothing but one; null for every other. */
export function distributionOf(org: string): string | null {
  const name = /^(debian|ubuntu|alpine|fedora|opensuse)(?: (?:linux|gnu\/linux|project))?$/i.exec(org.trim())?.[1];
  return ecosystemOf(name);
}

/** CPE `target_sw` values that speak for a type of package; products for other platforms are other things. */
const targets: Record<string, string> = {
  npm: 'node.js nodejs javascript node',
  pypi: 'python pypi',
  maven: 'maven java',
  gem: 'ruby rails ruby_on_rails',
  golang: 'go golang',
  nuget: '.net asp.net .net_framework .net_core',
  cargo: 'rust',
  composer: 'php composer',
  cpan: 'perl',
  'wordpress-plugin': 'wordpress',
  jenkins: 'jenkins',
  drupal: 'drupal',
};
const targetTypes = new Map(
  Object.entries(targets).flatMap(([type, list]) => list.split(' ').map((word) => [word, type])),
);

/** The ecosystem that a CPE's `target_sw` names, or null. */
export const ecosystemOfTarget = (target: string): string | null => targetTypes.get(target.toLowerCase()) ?? null;
