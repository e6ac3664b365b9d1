/** Domains under which anybody may register a name, which is then the owner. */
const hosts = new Set([
  'com.github',
  'io.github',
  'com.gitlab',
  'io.gitlab',
  'org.bitbucket',
  'net.sourceforge',
  'com.googlecode',
]);

/** Second-level domains of countries: "uk.co.example". */
const countrysDomain = /^[a-z]{2}\.(?:ac|co|com|edu|gov|go|ne|net|or|org)$/;

/**
 * The owner of a namespace: a Maven group is a reversed domain, so "org.example.tools.logging" belongs to "org.example".
 * Null where the registry has no such rule, or the domain is incomplete.
 */
export function namespaceOwner(type: string, namespace: string): string | null {
  if (type !== 'maven') return null;
  const labels = namespace.toLowerCase().split('.');
  const domain = labels.slice(0, 2).join('.');
  const length = hosts.has(domain) || countrysDomain.test(domain) ? 3 : 2;
  return labels.length < length ? null : labels.slice(0, length).join('.');
}
