import { manifestFor } from '../manifests/index.js';

/** Files that are unpacked where they lie in a source. */
export const archiveFileName = /\.(?:jar|war|ear|aar|zip|whl|egg|nupkg|gem|tar|tgz|txz|tzst|gz|xz|zst|deb|rpm)$/i;

const bomName = /(?:^|[./_-])(?:s?bom|spdx|cdx|cyclonedx)(?:[./_-]|$)/i;
const bomExtension = /\.(?:json|xml|ya?ml|spdx|rdf)$/i;

/** Whether a file is called as SBOMs are. */
export const hasBomName = (path: string): boolean => bomName.test(path) && bomExtension.test(path);

/** Whether a file could say something, judged by its path. */
export const isRelevantPath = (path: string): boolean =>
  archiveFileName.test(path) || hasBomName(path) || manifestFor(path) !== null;
