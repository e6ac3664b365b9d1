import { baseName, matchesGlob } from './paths.js';

/** A kind of file that names dependencies and that no reader reads. */
export interface KnownManifest {
  readonly id: string;
  /** Type of its package URLs; `generic` where it names files or addresses. */
  readonly ecosystem: string;
  /** Names of its files, or the last segments of their paths; `*` stands for any text of one segment. */
  readonly files: readonly string[];
  /** Kinds of lock file that say more: where one of them was read in its folder or above, nothing is missing. */
  readonly coveredBy?: readonly string[];
  /** Kinds whose readers take it into account: where one of them was read in its folder or below, it was read too. */
  readonly partOf?: readonly string[];
  /** It is a program, which is never run: what it names is known to its build only. */
  readonly isProgram?: true;
}

const known = (id: string, ecosystem: string, files: string, more: Partial<KnownManifest> = {}): KnownManifest => ({
  id,
  ecosystem,
  files: files.split(' '),
  ...more,
});

const npmLocks = ['npm-lock', 'yarn-lock', 'pnpm-lock', 'bun-lock', 'deno-lock'];

/** Every kind that is seen and not read; docs/formats/manifests.md shows this list. */
export const knownManifests: readonly KnownManifest[] = [
  known('bun-lockb', 'npm', 'bun.lockb', { coveredBy: ['bun-lock'] }),
  known('rush', 'npm', 'rush.json', { coveredBy: npmLocks, partOf: npmLocks }),
  known('bower', 'generic', 'bower.json'),
  known('import-map', 'npm', 'import_map.json importmap.json', { coveredBy: ['deno-lock'] }),
  known('deno-json', 'npm', 'deno.json deno.jsonc', { coveredBy: ['deno-lock'] }),
  known('pip-tools', 'pypi', 'requirements.in *requirements.in *requirements*.in', { coveredBy: ['requirements'] }),
  known('constraints', 'pypi', 'constraints.txt', { coveredBy: ['requirements'] }),
  known('tox', 'pypi', 'tox.ini'),
  known('nox', 'pypi', 'noxfile.py', { isProgram: true }),
  known('rye', 'pypi', 'requirements.lock requirements-dev.lock'),
  known('pixi', 'conda', 'pixi.lock pixi.toml'),
  known('conda-lock', 'conda', 'conda-lock.yml conda-lock.yaml'),
  known('conda-recipe', 'conda', 'meta.yaml'),
  known('podfile', 'cocoapods', 'Podfile', { coveredBy: ['podfile-lock'], isProgram: true }),
  known('podspec', 'cocoapods', '*.podspec *.podspec.json', { coveredBy: ['podfile-lock'], isProgram: true }),
  known('cartfile', 'swift', 'Cartfile', { coveredBy: ['carthage'] }),
  known('rebar-config', 'hex', 'rebar.config', { coveredBy: ['rebar-lock'], isProgram: true }),
  known('sbt', 'maven', 'build.sbt project/plugins.sbt', { coveredBy: ['sbt-lock'], isProgram: true }),
  known('mill', 'maven', 'build.sc build.mill', { isProgram: true }),
  known('ivy', 'maven', 'ivy.xml'),
  known('maven-install', 'maven', 'maven_install.json'),
  known('leiningen', 'maven', 'project.clj', { isProgram: true }),
  known('clojure-deps', 'maven', 'deps.edn'),
  known('paket', 'nuget', 'paket.dependencies', { coveredBy: ['paket-lock'] }),
  known('central-packages', 'nuget', 'Directory.Packages.props', {
    coveredBy: ['packages-lock'],
    partOf: ['dotnet-project'],
  }),
  known('gopkg', 'golang', 'Gopkg.lock Gopkg.toml', { coveredBy: ['go-mod'] }),
  known('glide', 'golang', 'glide.lock glide.yaml', { coveredBy: ['go-mod'] }),
  known('govendor', 'golang', 'vendor/vendor.json Godeps/Godeps.json', { coveredBy: ['go-mod'] }),
  known('go-work', 'golang', 'go.work', { coveredBy: ['go-mod'], partOf: ['go-mod'] }),
  known('conanfile-py', 'conan', 'conanfile.py', { coveredBy: ['conan-lock'], isProgram: true }),
  known('cmake', 'generic', 'CMakeLists.txt', { coveredBy: ['conan-lock', 'vcpkg-json'], isProgram: true }),
  known('meson', 'generic', 'meson.build', { isProgram: true }),
  known('meson-wrap', 'generic', 'subprojects/*.wrap'),
  known('autoconf', 'generic', 'configure.ac configure.in', { isProgram: true }),
  known('xmake', 'generic', 'xmake.lua', { isProgram: true }),
  known('bazel-module', 'bazel', 'MODULE.bazel', { coveredBy: ['bazel-lock'], isProgram: true }),
  known('bazel-workspace', 'generic', 'WORKSPACE WORKSPACE.bazel', { isProgram: true }),
  known('buck', 'generic', 'BUCK', { isProgram: true }),
  known('stack', 'hackage', 'stack.yaml', { coveredBy: ['stack-lock'] }),
  known('cabal', 'hackage', '*.cabal', { coveredBy: ['cabal-freeze', 'stack-lock'] }),
  known('dune-project', 'opam', 'dune-project', { coveredBy: ['opam', 'opam-locked'] }),
  known('elm', 'generic', 'elm.json'),
  known('nimble', 'generic', '*.nimble nimble.lock'),
  known('crystal', 'generic', 'shard.lock shard.yml'),
  known('dub', 'generic', 'dub.json dub.sdl dub.selections.json'),
  known('zig', 'generic', 'build.zig.zon'),
  known('julia', 'julia', 'Manifest.toml'),
  known('julia-project', 'julia', 'Project.toml JuliaProject.toml', { coveredBy: ['julia'] }),
  known('packrat', 'cran', 'packrat/packrat.lock'),
  known('cpanfile', 'cpan', 'cpanfile cpanfile.snapshot'),
  known('perl-build', 'cpan', 'Makefile.PL Build.PL dist.ini', { coveredBy: ['cpanfile'], isProgram: true }),
  known('flake', 'generic', 'flake.nix shell.nix default.nix', { coveredBy: ['flake-lock'], isProgram: true }),
  known('guix', 'generic', 'guix.scm manifest.scm channels.scm', { isProgram: true }),
  known('brewfile', 'brew', 'Brewfile Brewfile.lock.json'),
  known('terraform', 'generic', 'main.tf versions.tf providers.tf', { coveredBy: ['terraform-lock'] }),
  known('ansible-galaxy', 'generic', 'requirements.yml galaxy.yml'),
  known('puppetfile', 'generic', 'Puppetfile', { isProgram: true }),
  known('berksfile', 'generic', 'Berksfile Berksfile.lock'),
  known('vagrantfile', 'generic', 'Vagrantfile', { isProgram: true }),
  known('kustomization', 'docker', 'kustomization.yaml kustomization.yml'),
  known('skaffold', 'docker', 'skaffold.yaml'),
  known('circleci', 'docker', '.circleci/config.yml'),
  known('azure-pipelines', 'generic', 'azure-pipelines.yml azure-pipelines.yaml'),
  known('bitbucket-pipelines', 'docker', 'bitbucket-pipelines.yml'),
  known('drone', 'docker', '.drone.yml'),
  known('woodpecker', 'docker', '.woodpecker.yml'),
  known('jenkinsfile', 'generic', 'Jenkinsfile', { isProgram: true }),
  known('cloudbuild', 'docker', 'cloudbuild.yaml cloudbuild.yml'),
  known('pre-commit', 'generic', '.pre-commit-config.yaml'),
  known('devcontainer', 'docker', 'devcontainer.json'),
  known('unity', 'generic', 'Packages/packages-lock.json Packages/manifest.json'),
  known('unreal', 'generic', '*.uplugin *.uproject'),
  known('platformio', 'generic', 'platformio.ini'),
  known('esp-idf', 'generic', 'idf_component.yml dependencies.lock'),
  known('west', 'generic', 'west.yml'),
  known('yocto', 'generic', '*.bb *.bbappend'),
  known('vscode', 'vscode-extension', '.vscode/extensions.json'),
  known('rpm-berkeley-database', 'rpm', 'var/lib/rpm/Packages'),
];

const byName = new Map<string, KnownManifest[]>();
const byPattern: { readonly pattern: string; readonly ending: string; readonly kind: KnownManifest }[] = [];
for (const kind of knownManifests)
  for (const file of kind.files) {
    const name = baseName(file);
    if (name.includes('*')) byPattern.push({ pattern: file, ending: name.slice(name.lastIndexOf('*') + 1), kind });
    else byName.set(name, [...(byName.get(name) ?? []), kind]);
  }

/** The kind of a manifest that no reader reads; null for any other file. */
export function knownManifestFor(path: string): KnownManifest | null {
  const named = byName.get(baseName(path))?.find((kind) => kind.files.some((file) => endsWith(path, file)));
  const fits = ({ pattern, ending }: { pattern: string; ending: string }): boolean =>
    path.endsWith(ending) && endsWith(path, pattern);
  return named ?? byPattern.find(fits)?.kind ?? null;
}

/** Whether the last segments of a path, inside of archives too, are those of the pattern. */
function endsWith(path: string, pattern: string): boolean {
  const count = pattern.split('/').length;
  return matchesGlob(path.split(/!?\//).slice(-count).join('/'), pattern);
}
