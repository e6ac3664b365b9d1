import { FormatError } from '../formats/format.js';
import { ContentsBuilder } from './contents-builder.js';
import type { ManifestContents } from './manifest.js';
import type { ManifestFile, ManifestKind } from './manifest-kind.js';
import { debianControl } from './archives/debian-control.js';
import { gemMetadata } from './archives/gem-metadata.js';
import { jar } from './archives/jar.js';
import { nuspec } from './archives/nuspec.js';
import { pythonMetadata } from './archives/python-metadata.js';
import { rpmHeaderKind } from './archives/rpm-header.js';
import { packageResolved } from './apple/package-resolved.js';
import { podfileLock } from './apple/podfile-lock.js';
import { dockerfile } from './ci/dockerfile.js';
import { githubWorkflow } from './ci/github-workflow.js';
import { condaEnvironment } from './conda/environment.js';
import { condaInstalled } from './conda/installed-package.js';
import { conanLock } from './cpp/conan-lock.js';
import { vcpkgJson } from './cpp/vcpkg-json.js';
import { pubspecLock } from './dart/pubspec-lock.js';
import { packagesConfig } from './dotnet/packages-config.js';
import { packagesLock } from './dotnet/packages-lock.js';
import { dotnetProject, msbuildFile } from './dotnet/project-file.js';
import { goMod } from './go/go-mod.js';
import { goSum } from './go/go-sum.js';
import { mixLock } from './elixir/mix-lock.js';
import { gradleLockfile, gradleScriptLockfile } from './jvm/gradle-lockfile.js';
import { pom } from './jvm/pom.js';
import { composerLock } from './php/composer-lock.js';
import { installedJulia } from './julia/installed-julia.js';
import { juliaManifest } from './julia/julia-manifest.js';
import { pdmLock } from './python/pdm-lock.js';
import { pipfileLock } from './python/pipfile-lock.js';
import { poetryLock } from './python/poetry-lock.js';
import { requirements } from './python/requirements.js';
import { uvLock } from './python/uv-lock.js';
import { gemfileLock } from './ruby/gemfile-lock.js';
import { installedGem } from './ruby/installed-gem.js';
import { cargoLock } from './rust/cargo-lock.js';
import { bunLock } from './npm/bun-lock.js';
import { npmLock } from './npm/package-lock.js';
import { pnpmLock } from './npm/pnpm-lock.js';
import { yarnLock } from './npm/yarn-lock.js';
import { npmInstalled } from './npm/installed-package.js';
import { npmTarball } from './npm/npm-tarball.js';
import { packageManifest } from './npm/package-manifest.js';
import { denoLock } from './npm/deno-lock.js';
import { pylock } from './python/pylock.js';
import { pipfile, pyprojectManifest, setupCfg, setupPy } from './python/declared-python.js';
import { chart, chartLock } from './helm/chart-lock.js';
import { terraformLock } from './terraform/terraform-lock.js';
import { compose, gitlabCi } from './ci/compose.js';
import { kubernetes, kubernetesObject } from './ci/kubernetes.js';
import { kustomization } from './ci/kustomization.js';
import { helmValues } from './helm/helm-values.js';
import { terraform } from './terraform/terraform.js';
import { moduleBazel } from './bazel/module-bazel.js';
import { mavenInstall } from './bazel/maven-install.js';
import { buildWrapper } from './jvm/build-wrapper.js';
import { depsJson, projectAssets } from './dotnet/assets.js';
import { paketLock } from './dotnet/paket-lock.js';
import { rebarLock } from './erlang/rebar-lock.js';
import { renvLock } from './r/renv-lock.js';
import { installedR } from './r/installed-r.js';
import { flakeLock } from './nix/flake-lock.js';
import { bazelLock } from './bazel/module-lock.js';
import { cabal } from './haskell/cabal.js';
import { cabalFreeze, stackLock } from './haskell/stack-lock.js';
import { sbtLock } from './jvm/sbt-lock.js';
import { gradleBuild, gradleCatalogue } from './jvm/gradle-build.js';
import { cartfileResolved } from './apple/cartfile.js';
import { packageSwift } from './apple/package-swift.js';
import { composerInstalled } from './php/installed-json.js';
import { composerJson } from './php/composer-json.js';
import { apkInstalled, dpkgStatus } from './os/package-databases.js';
import { dotnetGlobal, dotnetTools } from './dotnet/tools.js';
import { luarocksLock, rockspec } from './lua/rockspec.js';
import { opam, opamLocked } from './ocaml/opam.js';
import { pacmanLocal } from './os/pacman-local.js';
import { rpmDatabase } from './os/rpm-database.js';
import { rpmManifest } from './os/rpm-manifest.js';
import { cargoToml } from './rust/cargo-toml.js';
import { pubspec } from './dart/pubspec.js';
import { gemfile, gemspec } from './ruby/gemfile.js';
import { mixExs } from './elixir/mix-exs.js';
import { conanfile } from './cpp/conanfile.js';

/** All manifest kinds. A new kind is one file and one line here. */
export const manifestKinds: readonly ManifestKind[] = [
  npmLock,
  yarnLock,
  pnpmLock,
  bunLock,
  requirements,
  pipfileLock,
  poetryLock,
  uvLock,
  pdmLock,
  juliaManifest,
  installedJulia,
  goMod,
  goSum,
  cargoLock,
  gemfileLock,
  composerLock,
  pom,
  gradleLockfile,
  gradleScriptLockfile,
  packagesLock,
  packagesConfig,
  dotnetProject,
  packageResolved,
  podfileLock,
  pubspecLock,
  mixLock,
  conanLock,
  vcpkgJson,
  condaEnvironment,
  condaInstalled,
  githubWorkflow,
  dockerfile,
  jar,
  pythonMetadata,
  nuspec,
  gemMetadata,
  debianControl,
  rpmHeaderKind,
  npmTarball,
  npmInstalled,
  packageManifest,
  denoLock,
  pylock,
  pipfile,
  pyprojectManifest,
  setupCfg,
  setupPy,
  chart,
  chartLock,
  terraformLock,
  compose,
  gitlabCi,
  kubernetes,
  depsJson,
  projectAssets,
  paketLock,
  rebarLock,
  renvLock,
  installedR,
  flakeLock,
  bazelLock,
  cabalFreeze,
  stackLock,
  cabal,
  sbtLock,
  gradleBuild,
  gradleCatalogue,
  cartfileResolved,
  packageSwift,
  composerInstalled,
  composerJson,
  apkInstalled,
  rpmDatabase,
  rpmManifest,
  opamLocked,
  opam,
  rockspec,
  luarocksLock,
  dotnetTools,
  dotnetGlobal,
  pacmanLocal,
  dpkgStatus,
  cargoToml,
  pubspec,
  gemfile,
  installedGem,
  gemspec,
  mixExs,
  conanfile,
  kustomization,
  helmValues,
  terraform,
  moduleBazel,
  mavenInstall,
  buildWrapper,
];

/** Kinds that only the content of a file tells, where no name does. */
export const detectedKinds: readonly ManifestKind[] = [kubernetesObject, msbuildFile];

/** The manifest kind of a path (with `/`); null if it is no manifest. */
export function manifestFor(path: string): ManifestKind | null {
  return manifestKinds.find((kind) => kind.matches(path)) ?? null;
}

/** The kind that the content of a file of this path may turn out to be; null for none. */
export function detectableKindFor(path: string): ManifestKind | null {
  return detectedKinds.find((kind) => kind.matches(path)) ?? null;
}

/**
 * The content of a manifest. Never throws for the content of the file: an unreadable part is a warning with its
 * location, and what was read before counts.
 */
export async function readManifest(kind: ManifestKind, file: ManifestFile): Promise<ManifestContents> {
  const out = new ContentsBuilder(file.path);
  let failure: string | null = null;
  try {
    await kind.read(file, out);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const line = /^line (\d+)/.exec(error.place);
    const location = error.place === '' || line ? '' : ` (at ${error.place.slice(0, 200)})`;
    failure = `${error.message}${location}`;
    out.addLoss(line ? Number(line[1]) : 1, failure);
  }
  return out.finish(failure);
}
