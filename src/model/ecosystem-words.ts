/**
 * Words of lists and scanners for ecosystems, by purl type. The last three are not registered purl types; the catalogue
 * uses them for plugins.
 */
const words: Record<string, string> = {
  npm: 'npm node nodejs node.js javascript js typescript yarn pnpm node-pkg',
  pypi: 'pypi python python3 pip pipenv py wheel egg poetry uv python-pkg',
  maven: 'maven java jvm jar gradle kotlin scala mvn war java-archive',
  gem: 'gem ruby rubygems rubygem bundler rb gemspec',
  golang: 'golang go gomod gobinary go-module',
  nuget: 'nuget .net dotnet net csharp c# dotnet-core',
  cargo: 'cargo rust crates crates.io crate rust-crate rustbinary',
  composer: 'composer php packagist php-composer',
  deb: 'deb debian ubuntu apt dpkg',
  rpm: 'rpm redhat fedora centos rhel suse opensuse yum dnf rocky almalinux oracle-linux amazon-linux',
  apk: 'apk alpine',
  cran: 'cran r',
  cpan: 'cpan perl',
  hex: 'hex elixir erlang',
  pub: 'pub dart flutter dart-pub',
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

/** The purl type that an ecosystem word means ("pip" means pypi), whatever its case; null for words of another kind. */
export function ecosystemOf(word: string | undefined): string | null {
  return word ? (types.get(word.trim().toLowerCase()) ?? null) : null;
}
