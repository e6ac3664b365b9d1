import { BlockList, isIP, isIPv6 } from 'node:net';

/** What no outside request may reach (IANA special-purpose registries, metadata services of the clouds). */
const blocked = { ipv4: new BlockList(), ipv6: new BlockList() };
const ipv4Ranges = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
/** Everything but global unicast, and of that what is special; NAT64 and 6to4 carry IPv4 addresses within. */
const ipv6Ranges = [
  '::/3',
  '4000::/2',
  '8000::/1',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '5f00::/16',
];
for (const [ranges, family] of [
  [ipv4Ranges, 'ipv4'],
  [ipv6Ranges, 'ipv6'],
] as const)
  for (const range of ranges) {
    const [network, bits] = range.split('/') as [string, string];
    blocked[family].addSubnet(network, Number(bits), family);
  }

/**
 * Whether an address from the resolver or a socket is public. Mapped, NAT64 and 6to4 forms of IPv4 addresses are not.
 */
export function isPublicAddress(address: string): boolean {
  const bare = address.replace(/%.*$/, '');
  if (isIP(bare) === 0) return false;
  const family = isIPv6(bare) ? 'ipv6' : 'ipv4';
  return !blocked[family].check(bare, family);
}
