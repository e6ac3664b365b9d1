/** Where a package manager keeps what it has installed, and no reader reads that. */
export interface UnreadInstallation {
  readonly id: string;
  /** For messages. */
  readonly name: string;
}

interface Store extends UnreadInstallation {
  /** The start of a path in it, up to the folder or file that stands for all. */
  readonly at: RegExp;
}

/** Digests in Nix's and Guix's own base 32. */
const stored = String.raw`(?=\/[0-9a-z]{32}-)`;

const stores: readonly Store[] = [
  { id: 'nix-store', name: 'Nix', at: RegExp(String.raw`^(?:.*\/)?nix\/store${stored}`) },
  { id: 'guix-store', name: 'Guix', at: RegExp(String.raw`^(?:.*\/)?gnu\/store${stored}`) },
  { id: 'portage', name: 'Portage', at: /^(?:.*\/)?var\/db\/pkg(?=\/[^/]+\/[^/]+\/CONTENTS$)/ },
  { id: 'homebrew', name: 'Homebrew', at: /^(?:.*\/)?Cellar(?=\/[^/]+\/[^/]+\/INSTALL_RECEIPT\.json$)/ },
  { id: 'opkg', name: 'opkg', at: /^(?:.*\/)?(?:usr|var)\/lib\/opkg\/status$/ },
  { id: 'xbps', name: 'XBPS', at: /^(?:.*\/)?var\/db\/xbps\/pkgdb-[\d.]+\.plist$/ },
  { id: 'freebsd-pkg', name: 'pkg of FreeBSD', at: /^(?:.*\/)?var\/db\/pkg\/local\.sqlite$/ },
  { id: 'bottlerocket', name: 'Bottlerocket', at: /^(?:.*\/)?usr\/share\/bottlerocket\/application-inventory\.json$/ },
  { id: 'slackware', name: 'the package tools of Slackware', at: /^(?:.*\/)?var\/(?:log|lib\/pkgtools)\/packages(?=\/[^/]+-[^/-]+-[^/-]+-[^/-]+$)/ },
]; // prettier-ignore

const anyStore = RegExp(stores.map(({ at }) => `(?:${at.source})`).join('|'));

/**
 * Installations among the files of a tree, each once, by its folder or file.
 *
 * @param paths with `/`, from the top of the tree
 */
export function unreadInstallations(paths: Iterable<string>): ReadonlyMap<string, UnreadInstallation> {
  const found = new Map<string, UnreadInstallation>();
  for (const path of paths) {
    if (!anyStore.test(path)) continue;
    for (const { at, ...store } of stores) {
      const [place] = at.exec(path) ?? [];
      if (place !== undefined) found.set(place, store);
    }
  }
  return found;
}
