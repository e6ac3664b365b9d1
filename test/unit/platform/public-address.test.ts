import { normalizePublicHost } from '../../../src/platform/egress/public-host.js';
import { isPublicAddress } from '../../../src/platform/egress/public-address.js';

describe('addresses of the public Internet', () => {
  it.each(['8.8.8.8', '1.1.1.1', '172.15.255.255', '172.32.0.1', '100.63.255.255', '2606:4700:4700::1111', '2a00::1'])(
    '%s is one',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  it.each([
    '127.0.0.1',
    '127.255.0.1',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '100.100.100.200',
    '0.0.0.0',
    '192.0.2.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    'fe80::1',
    'fe80::1%eth0',
    'fd00:ec2::254',
    'fc00::1',
    'ff02::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2001::1',
    '',
    'example.org',
    '1.2.3',
  ])('%s is none', (address) => expect(isPublicAddress(address)).toBe(false));
});

describe('hosts that users name', () => {
  it.each([
    ['example.org', 'example.org'],
    ['GitHub.COM', 'github.com'],
    ['example.org.', 'example.org'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['8.8.8.8', '8.8.8.8'],
    ['[2606:4700:4700::1111]', '[2606:4700:4700::1111]'],
  ])('%s is asked for as %s', (given, host) => expect(normalizePublicHost(given)).toBe(host));

  it.each([
    '127.1',
    '0x7f000001',
    '2130706433',
    '0177.0.0.1',
    '１２７.0.0.1',
    '[::1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    'localhost',
    'localhost.',
    'foo.localhost',
    'metadata.google.internal',
    'db',
    'printer.local',
    '-evil.org',
    '',
    'a b.org',
    'exa\nmple.org',
    'user@example.org',
    'example.org/x',
    'example.org:80',
    'router.lan',
    '169.254.169.254',
  ])('%p leads inside, or nowhere', (given) => expect(normalizePublicHost(given)).toBeNull());
});
