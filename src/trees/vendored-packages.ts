import { npmInstalled } from '../manifests/npm/installed-package.js';
import { packageManifest } from '../manifests/npm/package-manifest.js';
import type { ReadFolders } from './read-folders.js';

/** Copies of third-party trees: their manifests do not describe the project. */
const vendoredPaths = /(?:^|\/)(?:node_modules|\.git|bower_components|site-packages\/pip\/_vendor)\//;
export const isVendored = (path: string): boolean => vendoredPaths.test(path);

const gemFolder = /(?:^|\/)gems\/([^/]+)(?=\/)/g;

/** Whether a file is of an installed gem, whose specification beside it says what the gem is. */
export const isInGem = (path: string, files: Pick<ReadonlyMap<string, unknown>, 'has'>): boolean =>
  [...path.matchAll(gemFolder)].some(({ 1: name = '', index }) => {
    const specifications = `${path.slice(0, index)}${index === 0 ? '' : '/'}specifications/`;
    return files.has(`${specifications}${name}.gemspec`) || files.has(`${specifications}default/${name}.gemspec`);
  });

const npmLocks = { ...packageManifest, coveredBy: packageManifest.coveredBy! };

/** Packages in `node_modules`: of a source that is no artifact, what they are is left to its lock file. */
export class VendoredPackages {
  readonly paths: string[] = [];

  /** One for all packages that no lock file names. */
  *warnings(read: ReadFolders): Iterable<{ place: string; message: string }> {
    const covered = new Map<string, boolean>();
    const unread = this.paths
      .map((path) => npmInstalled.projectFolder!(path))
      .filter((folder) => {
        if (!covered.has(folder)) covered.set(folder, read.say(inside(folder, 'package.json'), npmLocks));
        return !covered.get(folder);
      });
    if (unread.length === 0) return;
    const message = `Packages in node_modules were not read, and no lock file says which they are: ${unread.length}. Add the lock file to the source`; // prettier-ignore
    yield { place: inside(unread[0]!, 'node_modules/'), message };
  }
}

const inside = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`);
