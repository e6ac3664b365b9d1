import { detectableKindFor, manifestFor } from '../manifests/index.js';
import { knownManifestFor } from '../manifests/known-manifests.js';

/** Archives in a source that are unpacked, of Java's also resource adapters (.rar); layers of an OCI image are named by their digest. */
export const archiveFileName =
  /\.(?:jar|war|ear|aar|hpi|jpi|kar|nar|par|sar|rar|zip|whl|egg|nupkg|gem|tar|tgz|txz|tzst|gz|xz|zst|deb|rpm)$|^blobs\/sha256\/[0-9a-f]{64}$/i;

/** Archives of packages: what they hold belongs to the source. */
const packageArchiveName = /\.(?:jar|war|ear|aar|hpi|jpi|kar|nar|par|sar|rar|whl|egg|nupkg|gem|deb|rpm)$/i;
export const isPackageArchive = (path: string): boolean => packageArchiveName.test(path);

/** Archives of npm packages, charts, crates and programs of PHP. */
const otherArchiveName = /\.(?:tgz|crate|phar)$/i;
/** Whether a file is named like an archive that packages come in; most .rar are archives of anything. */
export const hasArchiveName = (path: string): boolean =>
  (isPackageArchive(path) && !/\.rar$/i.test(path)) || otherArchiveName.test(path);

const bomName = /(?:^|[./_-])(?:s?bom|spdx|cdx|cyclonedx)(?:[./_-]|$)/i;
const bomExtension = /\.(?:json|xml|ya?ml|spdx|rdf)$/i;

/** Whether a file is named like an SBOM. */
export const hasBomName = (path: string): boolean => bomName.test(path) && bomExtension.test(path);

/** Files that readers of manifests and of trees look at besides. */
const besidesName =
  /(?:^|\/)(?:Directory\.Build\.(?:props|targets)|\.npmrc|bunfig\.toml|gradle\.properties|[Nn]u[Gg]et\.[Cc]onfig|\.gitmodules|\.cargo-checksum\.json|vendor\/modules\.txt|(?:etc|usr\/lib)\/os-release)$/;

/** Whether a path names an archive, an SBOM or a manifest, or a file that says more of one. */
export const isRelevantPath = (path: string): boolean =>
  archiveFileName.test(path) ||
  besidesName.test(path) ||
  hasBomName(path) ||
  manifestFor(path) !== null ||
  detectableKindFor(path) !== null ||
  knownManifestFor(path) !== null;
