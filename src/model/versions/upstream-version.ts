import { fixWords } from './generic.js';
import { maxVersionLength } from './scheme.js';

/** What builders add to a version: the system, its release, the runtime, the processor, the edition. None orders versions. */
const builds = [
  'alpine|debian|ubuntu|fedora|centos|rocky(?:linux)?|alma(?:linux)?|photon|wolfi|distroless|ubi',
  'buster|bullseye|bookworm|trixie|bionic|focal|jammy|noble|slim|minimal',
  'windowsservercore|nanoserver|ltsc|linux|windows|win|darwin|macos|osx|android|musl|glibc',
  'jre|jdk|openjdk|temurin|fpm|zts|fips|x64|x86|amd|arm|aarch|armv|armhf|i386|i686|noarch',
  'oss|ce|ee|community|enterprise|lts|final|ga|release',
].join('|');
const buildSuffix = new RegExp(String.raw`^(.*?\d[^-+~_ ]*?)[-+~_. ](?:${builds})\d*(?:[-+~_. ]\S*)?$`, 'i');

/** Revisions of distributions: 3.0.7-24.el9, 1:9.2p1-2+deb12u2, 7.81.0-1ubuntu1.15, 1.36.1-r15. */
const revisions: readonly RegExp[] = [
  /^(?:\d+:)?(\d\S*?)-\d[\w.~^+]*\.(?:el|fc|amzn|cm|azl|mga|oe|lp|suse|sles|rhel|module\+)\w*[\w.+~^]*$/i,
  /^(?:\d+:)?(\d\S*?)-\d[\w.+~]*(?:ubuntu|deb\d|build\d|bpo\d)[\w.+~]*$/i,
  /^(\d\S*?)-r\d+$/i,
];

/** Words of versions that come before or after the one that they stand behind. */
const orderingWords = [
  'a|alpha|b|beta|c|cr|rc|pre|preview|prerelease|dev|devel|snapshot|milestone|m|nightly|canary|next|eap|ea|git|svn|hg',
  'trunk|master|main|unstable|experimental|test|post|patch|p|pl|sp|r|rev|revision|build|update|upd|u|hotfix|errata|v',
  ...fixWords,
].join('|');
const ordering = new RegExp(String.raw`(?:^|[^a-z])(?:${orderingWords})(?:$|[^a-z])`, 'i');
const unknownSuffix = /^(v?\d[\d.]*[a-z]?)[-+~_ ]([a-z]\S*)$/i;

/**
 * The texts by which a version is compared where upstream's versions are compared, as those of a CPE: without what a
 * distribution or an image adds (16.1-bookworm, 3.0.7-24.el9), and both with and without a word that nobody knows
 * (1.2.3-acme), because it may be a pre-release or a build. At least one, the likeliest first.
 */
export function upstreamVersions(version: string): readonly [string, ...string[]] {
  if (version.length > maxVersionLength) return [version];
  for (const revision of revisions) {
    const [, upstream] = revision.exec(version) ?? [];
    if (upstream !== undefined) return [upstream];
  }
  const [, built] = buildSuffix.exec(version) ?? [];
  if (built !== undefined) return [built];
  const [, plain, suffix = ''] = unknownSuffix.exec(version) ?? [];
  return plain === undefined || ordering.test(suffix) ? [version] : [version, plain];
}
