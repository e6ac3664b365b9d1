import type { ComponentEvidence } from './evidence.js';

/** The Linux distribution that built a component's package. */
export interface Distribution {
  readonly type: string;
  /** Namespaces of its purls, the likeliest first. */
  readonly namespaces: readonly string[];
  /** Something tells this distribution and no other; several names of one distribution are one. */
  readonly isSure: boolean;
}

const of = (type: string, ...namespaces: string[]): Distribution => ({ type, namespaces, isSure: true });

const ubuntu = of('deb', 'ubuntu');
const debian = of('deb', 'debian');

/** Hints, suppliers and maintainers that name a distribution. */
const builders: readonly (readonly [RegExp, Distribution])[] = [
  [/\bubuntu\b/i, ubuntu],
  [/\bdebian\b/i, debian],
  [/^fedora/i, of('rpm', 'fedora')],
  [/^centos\b/i, of('rpm', 'centos')],
  [/^rocky(?:$|[ -]linux)/i, of('rpm', 'rocky')],
  [/^almalinux\b/i, of('rpm', 'almalinux')],
  [/^amazon[ -]linux\b/i, of('rpm', 'amzn')],
  [/^oracle-linux/i, of('rpm', 'ol')],
  [/\bopensuse\b/i, of('rpm', 'opensuse')],
  [/^alpine(?:$|[ -]linux)/i, of('apk', 'alpine')],
  [/^wolfi\b/i, of('apk', 'wolfi')],
];

/** Makers of a distribution make other software, too: they tell it only beside the form of its versions. */
const makers: readonly (readonly [RegExp, Distribution])[] = [
  [/^red ?hat, inc/i, of('rpm', 'rhel', 'redhat')],
  [/^(?:red ?hat|rhel$)/i, of('rpm', 'redhat', 'rhel')],
  [/^oracle\b/i, of('rpm', 'ol')],
  [/^suse\b/i, of('rpm', 'sles')],
];

/** What one distribution writes into versions. */
const ownForms: readonly (readonly [RegExp, Distribution])[] = [
  [/ubuntu|~ppa|\dbuild\d+$/, ubuntu],
  [/[+~]deb\d+u\d|~bpo\d+\+\d/, debian],
  [/\.fc\d+(?:$|[._])/, of('rpm', 'fedora')],
  [/\.amzn\d+(?:$|[._])/, of('rpm', 'amzn')],
  [/\.ph\d+$/, of('rpm', 'photon')],
  [/-lp\d{3}\./, of('rpm', 'opensuse-leap', 'opensuse')],
];

/** What several distributions write into versions. */
const sharedForms: readonly (readonly [RegExp, Distribution])[] = [
  // Red Hat's other products: Satellite is "el8sat". Its own two names differ by the supplier.
  [/\.el\d+[a-z]{2,6}(?:$|[._])/, of('rpm', 'redhat', 'rhel')],
  [/[.+]el\d+(?:$|[._])/, { type: 'rpm', namespaces: ['rhel', 'redhat', 'centos', 'rocky', 'ol'], isSure: false }],
  [/-1[56]0\d{3}\.\d/, { type: 'rpm', namespaces: ['sles', 'opensuse-leap'], isSure: false }],
  [/-r\d+$/, { type: 'apk', namespaces: ['alpine', 'wolfi'], isSure: false }],
];

/** A package manager's version: an upstream version and a revision. */
const hasRevision = /-r?\d[\w.+~]*$/;
const maxLength = 200;

/**
 * What tells the distribution of a component: the form of its version, its supplier or hint, and last the rest of the
 * list. Null where nothing does: distributions have the same names and similar versions, so that nothing is guessed.
 */
export function distributionOf({ org, version, hint = '', context }: ComponentEvidence): Distribution | null {
  const text = version.slice(0, maxLength);
  const own = matching(ownForms, text);
  const shared = matching(sharedForms, text);
  const listed = context?.distribution && hasRevision.test(text) ? context.distribution.namespace : null;
  // Ubuntu has Debian's packages with Debian's versions.
  if (own === debian && listed === 'ubuntu') return { type: 'deb', namespaces: ['ubuntu', 'debian'], isSure: false };
  const named = matching(builders, hint.trim()) ?? matching(builders, org.trim());
  const found = own ?? named ?? (shared && matching(makers, org.trim()));
  if (found && (!shared || shared.type === found.type)) return found;
  if (listed !== null && found === null) return ofNamespace(listed, shared);
  return shared;
}

/** The list's distribution, where the form of the version allows it. */
function ofNamespace(namespace: string, shared: Distribution | null): Distribution | null {
  const type = typeOfNamespace(namespace);
  if (type === null || (shared && !shared.namespaces.includes(namespace))) return shared;
  return of(type, namespace);
}

const namespacesOfType: Readonly<Record<string, string>> = {
  deb: 'debian ubuntu',
  rpm: 'redhat rhel centos rocky almalinux ol fedora amzn photon opensuse opensuse-leap opensuse-tumbleweed sles mageia',
  apk: 'alpine wolfi chainguard',
};

function typeOfNamespace(namespace: string): string | null {
  const found = Object.entries(namespacesOfType).find(([, list]) => list.split(' ').includes(namespace));
  return found?.[0] ?? null;
}

const matching = (forms: readonly (readonly [RegExp, Distribution])[], text: string): Distribution | null =>
  text === '' ? null : (forms.find(([form]) => form.test(text))?.[1] ?? null);

/** Where nothing tells the distribution, the namespaces of these are proposed. */
const usual: Readonly<Record<string, readonly string[]>> = {
  deb: ['debian', 'ubuntu'],
  rpm: ['redhat', 'opensuse'],
  apk: ['alpine'],
};

/** The namespaces that a package of the type may have: those of the component's distribution, else the usual ones. */
export const namespacesOf = (distribution: Distribution | null, type: string): readonly string[] =>
  (distribution?.type === type ? distribution.namespaces : usual[type]!).slice(0, 2);

/** The types whose namespaces are distributions; `alpm` is none of them, as no packages of Arch are proposed. */
export const isDistributionType = (type: string): boolean => Object.hasOwn(usual, type);
