/** Domains under which anybody may have a name: the owner is what stands behind them. */
const hosts = new Set([
  'com.github',
  'io.github',
  'com.gitlab',
  'io.gitlab',
  'org.bitbucket',
  'net.sourceforge',
  'com.googlecode',
]);

/** What countries put before a name of somebody's own: "uk.co.example". */
const countrysDomain = /^[a-z]{2}\.(?:ac|co|com|edu|gov|go|ne|net|or|org)$/;

/**
 * Whose a namespace is: a group of Maven is a domain backwards, so that "org.example.tools.logging" is for whoever has
 * "org.example" to give. Null where the registry does not say so, or where only the beginning of a domain is there.
 */
export function namespaceOwner(type: string, namespace: string): string | null {
  if (type !== 'maven') return null;
  const labels = namespace.toLowerCase().split('.');
  const domain = labels.slice(0, 2).join('.');
  const length = hosts.has(domain) || countrysDomain.test(domain) ? 3 : 2;
  return labels.length < length ? null : labels.slice(0, length).join('.');
}
