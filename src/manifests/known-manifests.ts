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
  /** It has a lock file of its own: those of folders above are of other projects. */
  readonly hasOwnLock?: true;
  /** Kinds whose readers take it into account: where one of them was read in its folder or below, it was read too. */
  readonly partOf?: readonly string[];
  /** What in its content says that it names dependencies, where many do not. */
  readonly mentions?: RegExp;
  /** Kinds that say more wherever in the tree they were read. */
  readonly anywhere?: readonly string[];
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
  known('bun-lockb', 'npm', 'bun.lockb', { coveredBy: ['bun-lock'], hasOwnLock: true }),
  known('rush', 'npm', 'rush.json', { coveredBy: npmLocks, partOf: npmLocks }),
  known('bower', 'generic', 'bower.json'),
  known('import-map', 'npm', 'import_map.json importmap.json', { coveredBy: ['deno-lock'] }),
  known('deno-json', 'npm', 'deno.json deno.jsonc', { coveredBy: ['deno-lock'] }),
  known('constraints', 'pypi', 'constraints.txt upper-constraints.txt', { coveredBy: ['requirements'] }),
  known('tox', 'pypi', 'tox.ini'),
  known('nox', 'pypi', 'noxfile.py', { isProgram: true }),
  known('rye', 'pypi', 'requirements.lock requirements-dev.lock'),
  known('pixi', 'conda', 'pixi.lock pixi.toml'),
  known('conda-lock', 'conda', 'conda-lock.yml conda-lock.yaml *.conda-lock.yml conda-*.lock'),
  known('conda-recipe', 'conda', 'meta.yaml'),
  known('podfile', 'cocoapods', 'Podfile', { coveredBy: ['podfile-lock'], hasOwnLock: true, isProgram: true }),
  known('podspec', 'cocoapods', '*.podspec *.podspec.json', { coveredBy: ['podfile-lock'], isProgram: true }),
  known('cartfile', 'swift', 'Cartfile', { coveredBy: ['carthage'], hasOwnLock: true }),
  known('rebar-config', 'hex', 'rebar.config', { coveredBy: ['rebar-lock'], isProgram: true }),
  known('gradle-verification', 'maven', 'gradle/verification-metadata.xml', { mentions: /<component\s/, coveredBy: ['gradle-lockfile'] }), // prettier-ignore
  known('sbt', 'maven', 'build.sbt project/plugins.sbt', { coveredBy: ['sbt-lock'], isProgram: true }),
  known('mill', 'maven', 'build.sc build.mill build.mill.scala', { isProgram: true }),
  known('ivy', 'maven', 'ivy.xml'),
  known('leiningen', 'maven', 'project.clj', { isProgram: true }),
  known('clojure-deps', 'maven', 'deps.edn'),
  known('paket', 'nuget', 'paket.dependencies', { coveredBy: ['paket-lock'], hasOwnLock: true }),
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
  known('meson', 'generic', 'meson.build', {
    mentions: /\b(?:dependency|subproject|find_library)\s*\(/,
    isProgram: true,
  }),
  known('meson-wrap', 'generic', 'subprojects/*.wrap'),
  known('autoconf', 'generic', 'configure.ac configure.in', { isProgram: true }),
  known('xmake', 'generic', 'xmake.lua xmake-requires.lock', { isProgram: true }),
  known('bazel-workspace', 'generic', 'WORKSPACE WORKSPACE.bazel WORKSPACE.bzlmod', { isProgram: true }),
  known('buck', 'generic', 'BUCK', { isProgram: true }),
  known('stack', 'hackage', 'stack.yaml', { coveredBy: ['stack-lock'], hasOwnLock: true }),
  known('dune-project', 'opam', 'dune-project', {
    mentions: /\((?:depends|depopts)\s/,
    coveredBy: ['opam', 'opam-locked'],
  }),
  known('elm', 'generic', 'elm.json'),
  known('nimble', 'generic', '*.nimble nimble.lock'),
  known('crystal', 'generic', 'shard.lock shard.yml'),
  known('dub', 'generic', 'dub.json dub.sdl dub.selections.json'),
  known('zig', 'generic', 'build.zig.zon'),
  known('julia-project', 'julia', 'Project.toml JuliaProject.toml', {
    coveredBy: ['julia-manifest'],
    hasOwnLock: true,
  }),
  known('packrat', 'cran', 'packrat/packrat.lock rv.lock pkg.lock'),
  known('cpanfile', 'cpan', 'cpanfile cpanfile.snapshot'),
  known('perl-build', 'cpan', 'Makefile.PL Build.PL dist.ini', { coveredBy: ['cpanfile'], isProgram: true }),
  known('flake', 'generic', 'flake.nix shell.nix default.nix', { coveredBy: ['flake-lock'], isProgram: true }),
  known('guix', 'generic', 'guix.scm manifest.scm channels.scm', { isProgram: true }),
  known('brewfile', 'brew', 'Brewfile Brewfile.lock.json'),
  known('ansible-galaxy', 'generic', 'requirements.yml galaxy.yml'),
  known('puppetfile', 'generic', 'Puppetfile', { isProgram: true }),
  known('berksfile', 'generic', 'Berksfile Berksfile.lock Policyfile.rb Policyfile.lock.json'),
  known('vagrantfile', 'generic', 'Vagrantfile', { isProgram: true }),
  known('skaffold', 'docker', 'skaffold.yaml'),
  known('circleci', 'docker', '.circleci/config.yml'),
  known('azure-pipelines', 'generic', 'azure-pipelines.yml azure-pipelines.yaml'),
  known('bitbucket-pipelines', 'docker', 'bitbucket-pipelines.yml'),
  known('drone', 'docker', '.drone.yml'),
  known('woodpecker', 'docker', '.woodpecker.yml'),
  known('jenkinsfile', 'generic', 'Jenkinsfile', { isProgram: true }),
  known('cloudbuild', 'docker', 'cloudbuild.yaml cloudbuild.yml'),
  known('pre-commit', 'generic', '.pre-commit-config.yaml'),
  known('devcontainer', 'docker', 'devcontainer.json .devcontainer.json'),
  known('unity', 'generic', 'Packages/packages-lock.json Packages/manifest.json'),
  known('unreal', 'generic', '*.uplugin *.uproject'),
  known('platformio', 'generic', 'platformio.ini'),
  known('esp-idf', 'generic', 'idf_component.yml dependencies.lock'),
  known('west', 'generic', 'west.yml'),
  known('yocto', 'generic', '*.bb *.bbappend'),
  known('vscode', 'vscode-extension', '.vscode/extensions.json'),
  known('bazel-macros', 'generic', 'deps.bzl repositories.bzl dependencies.bzl *_deps.bzl *_repositories.bzl', {
    isProgram: true,
  }),
  known('cargo-bazel', 'cargo', 'cargo-bazel-lock.json', { coveredBy: ['cargo-lock'] }),
  known('conda-project', 'conda', 'anaconda-project.yml conda-project.yml'),
  known('hatch', 'pypi', 'hatch.toml', { mentions: /dependencies/, partOf: ['pyproject'] }),
  known('cabal-project', 'hackage', 'cabal.project', { coveredBy: ['cabal-freeze', 'stack-lock'] }),
  known('hpack', 'hackage', 'package.yaml', {
    mentions: /^(?:dependencies|library|executables?):/m,
    coveredBy: ['cabal', 'cabal-freeze', 'stack-lock', 'pnpm-lock'],
  }),
  known('r-description', 'cran', 'DESCRIPTION', {
    mentions: /^(?:Depends|Imports|Suggests|LinkingTo):/m,
    coveredBy: ['renv-lock', 'r-installed'],
  }),
  known('appraisals', 'gem', 'Appraisals', { isProgram: true }),
  known('xcode', 'swift', 'project.pbxproj', {
    mentions: /XCRemoteSwiftPackageReference/,
    anywhere: ['package-resolved'],
  }),
  known('xcodegen', 'swift', 'project.yml', { mentions: /^packages:/m, coveredBy: ['package-resolved'] }),
  known('cartfile-private', 'swift', 'Cartfile.private', { coveredBy: ['carthage'], hasOwnLock: true }),
  known('mintfile', 'swift', 'Mintfile'),
  known('tuist', 'swift', 'Tuist/Dependencies.swift', { coveredBy: ['package-resolved'], isProgram: true }),
  known('maven-extensions', 'maven', '.mvn/extensions.xml'),
  known('sbt-plugins', 'maven', '*.sbt project/Dependencies.scala', {
    coveredBy: ['sbt-lock'],
    isProgram: true,
  }),
  known('amper', 'maven', 'module.yaml', { mentions: /^product:/m }),
  known('babashka', 'maven', 'bb.edn shadow-cljs.edn', {}),
  known('visual-studio-cpp', 'nuget', '*.vcxproj', {
    mentions: /PackageReference|packages\.config/,
    coveredBy: ['packages-config', 'vcpkg-json'],
  }),
  known('libman', 'generic', 'libman.json'),
  known('gclient', 'generic', 'DEPS', { isProgram: true }),
  known('conan-data', 'conan', 'conandata.yml', { coveredBy: ['conan-lock'] }),
  known('vcpkg-configuration', 'vcpkg', 'vcpkg-configuration.json', { coveredBy: ['vcpkg-json'] }),
  known('perl-meta', 'cpan', 'META.json META.yml', { mentions: /prereqs|requires/, coveredBy: ['cpanfile'] }),
  known('gleam', 'hex', 'gleam.toml manifest.toml'),
  known('haxe', 'generic', 'haxelib.json'),
  known('purescript', 'generic', 'spago.yaml spago.dhall packages.dhall spago.lock'),
  known('esy', 'npm', 'esy.lock esy.lock/index.json esy.json'),
  known('alire', 'generic', 'alire.toml alire.lock'),
  known('fpm', 'generic', 'fpm.toml'),
  known('foundry', 'generic', 'foundry.toml remappings.txt soldeer.lock'),
  known('scarb', 'generic', 'Scarb.toml Scarb.lock'),
  known('move', 'generic', 'Move.toml Move.lock'),
  known('buf', 'generic', 'buf.yaml buf.lock buf.gen.yaml'),
  known('jsonnet', 'generic', 'jsonnetfile.json jsonnetfile.lock.json'),
  known('cue', 'generic', 'cue.mod/module.cue'),
  known('devbox', 'generic', 'devbox.json devbox.lock'),
  known('spack', 'generic', 'spack.yaml spack.lock'),
  known('meteor', 'generic', '.meteor/packages .meteor/versions'),
  known('wally', 'generic', 'wally.toml wally.lock'),
  known('arduino', 'generic', 'library.properties', { mentions: /^depends=/m }),
  known('sfdx', 'generic', 'sfdx-project.json'),
  known('helmfile', 'helm', 'helmfile.yaml helmfile.yml helmfile.lock helmfile.yaml.gotmpl'),
  known('helm-requirements', 'helm', 'requirements.yaml requirements.lock.yaml', { coveredBy: ['helm-lock'] }),
  known('terragrunt', 'terraform', 'terragrunt.hcl'),
  known('terraform-json', 'terraform', '*.tf.json', { mentions: /"(?:module|required_providers)"/ }),
  known('packer', 'generic', '*.pkr.hcl', { mentions: /required_plugins/ }),
  known('earthfile', 'docker', 'Earthfile'),
  known('docker-bake', 'docker', 'docker-bake.hcl docker-bake.json'),
  known('tiltfile', 'docker', 'Tiltfile', { isProgram: true }),
  known('buildkite', 'docker', '.buildkite/pipeline.yml .buildkite/pipeline.yaml'),
  known('cirrus', 'docker', '.cirrus.yml'),
  known('debian-source', 'deb', 'debian/control'),
  known('rpm-spec', 'rpm', '*.spec', { mentions: /^(?:Build)?Requires:/m }),
  known('alpine-build', 'apk', 'APKBUILD', { isProgram: true }),
  known('arch-build', 'alpm', 'PKGBUILD', { isProgram: true }),
  known('ebuild', 'generic', '*.ebuild', { isProgram: true }),
  known('snapcraft', 'generic', 'snapcraft.yaml'),
  known('aptfile', 'deb', 'Aptfile'),
  known('forge-workflow', 'generic', '.gitea/workflows/*.yml .gitea/workflows/*.yaml .forgejo/workflows/*.yml .forgejo/workflows/*.yaml'), // prettier-ignore
  known('pnpm-json5', 'npm', 'package.json5', { mentions: /[dD]ependencies/, coveredBy: ['pnpm-lock'] }),
  known('pnpm-shrinkwrap', 'npm', 'shrinkwrap.yaml', { coveredBy: ['pnpm-lock'] }),
  known('pods-manifest', 'cocoapods', 'Pods/Manifest.lock', { coveredBy: ['podfile-lock'] }),
  known('nix-pins', 'generic', 'nix/sources.json npins/sources.json'),
  known('gradle-versions', 'maven', 'versions.lock versions.properties versions.props', { mentions: /^(?:version|plugin)\.|^[\w.:-]{1,500} \(\d+ constraints|^[\w.*-]+:[\w.*-]+[ \t]*=/m, coveredBy: ['gradle-lockfile'] }), // prettier-ignore
  known('dotnet-project-lock', 'nuget', 'project.lock.json', { coveredBy: ['packages-lock', 'project-assets'] }),
  known('dune-lock', 'opam', 'dune.lock/lock.dune'),
  known('raku', 'generic', 'META6.json'),
  known('ros', 'generic', 'package.xml', { mentions: /<(?:\w+_)?depend[\s>]|<dependencies>/ }),
  known('conda-recipe-v1', 'conda', 'recipe.yaml', { mentions: /^requirements:/m }),
  known('cmake-modules', 'generic', '*.cmake', {
    mentions: /\b(?:CPMAddPackage|FetchContent_Declare|ExternalProject_Add|CPMDeclarePackage)\b/,
    coveredBy: ['conan-lock', 'vcpkg-json'],
    isProgram: true,
  }),
  known('sbt-build', 'maven', 'project/*.scala', { mentions: /"\s*%{1,3}\s*"/, coveredBy: ['sbt-lock'], isProgram: true }), // prettier-ignore
  known('dotnet-script', 'nuget', '*.fsx *.csx', { mentions: /^[ \t]*#r[ \t]+"nuget:/m }),
  known('powershell', 'generic', '*.psd1', { mentions: /^[ \t]*RequiredModules[ \t]*=/m }),
  known('nomad', 'docker', '*.nomad *.nomad.hcl', { mentions: /\bimage\s*=/ }),
  known('quadlet', 'docker', '*.container', { mentions: /^Image[ \t]*=/m }),
  known('bicep', 'generic', '*.bicep', { mentions: /'(?:br|ts)[:/]/ }),
  known('fleet', 'helm', 'fleet.yaml', { mentions: /^[ \t]*chart:[ \t]/m }),
  known('vendir', 'generic', 'vendir.yml vendir.lock.yml'),
  known('apko', 'apk', 'apko.yaml apko.lock.json'),
  known('devenv', 'generic', 'devenv.yaml devenv.lock'),
  known('jsr', 'npm', 'jsr.json jsr.jsonc', { mentions: /"imports"/, coveredBy: ['deno-lock'] }),
  known('eclipse-target', 'maven', '*.target', { mentions: /<unit\s|<dependency>/ }),
  known('bnd', 'maven', '*.bndrun', { mentions: /^-runbundles/m }),
  known('ansible-role', 'generic', 'meta/main.yml meta/main.yaml', { mentions: /^dependencies:[ \t]*\n[ \t]*-/m }),
  known('puppet-module', 'generic', 'metadata.json', { mentions: /"version_requirement"/ }),
  known('jenkins-plugins', 'generic', 'plugins.txt', { mentions: /^[\w-]+:[\w.-]+[ \t\r]*$/m }),
  known('lake', 'generic', 'lake-manifest.json lakefile.toml lakefile.lean'),
  known('ballerina', 'generic', 'Ballerina.toml Dependencies.toml'),
  known('qlot', 'generic', 'qlfile qlfile.lock'),
  known('typst', 'generic', 'typst.toml'),
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
