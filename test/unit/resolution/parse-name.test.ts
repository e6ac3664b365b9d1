import fc from 'fast-check';
import { describedName } from '../../../src/resolution/matching/query/described-name.js';
import { parseName } from '../../../src/resolution/matching/query/parse-name.js';
import { cpuClock } from '../../support/cpu-time.js';

const read = (name: string, more: { org?: string; version?: string; hint?: string } = {}) =>
  parseName({ name, org: more.org ?? '', version: more.version ?? '', hint: more.hint });

describe('parseName', () => {
  it.each([
    ['lodash@4.17.21', {}, 'lodash', '4.17.21'],
    ['requests==2.31.0', {}, 'requests', '2.31.0'],
    ['jquery-3.4.1.min.js', { version: 'n/a' }, 'jquery', '3.4.1'],
    ['Quokka', { version: 'latest' }, 'Quokka', ''],
    ['zlib (1.2.13)', {}, 'zlib', '1.2.13'],
    ['Strace v6.1', {}, 'Strace', 'v6.1'],
    ['OpenSSL version 3.0.7', {}, 'OpenSSL', '3.0.7'],
    ['nokogiri-1.15.5.gem', {}, 'nokogiri', '1.15.5'],
    ['commons-io-2.11.0.jar', {}, 'commons-io', '2.11.0'],
    ['busybox_1.36.1', {}, 'busybox', '1.36.1'],
    ['Setuptools 68 2 2 Tar Gz', {}, 'Setuptools', '68.2.2'],
    ['Quokka Rest version 1 0 8 2', {}, 'Quokka Rest', '1.0.8.2'],
    ['Quokka Rest v2 13 8 Final Redhat 00004', {}, 'Quokka Rest', 'v2.13.8.Final.Redhat.00004'],
    ['Quokka 2 13 8 Edition 4', {}, 'Quokka 2 13 8 Edition 4', ''],
    ['Elkjs®-0.7.1', {}, 'Elkjs', '0.7.1'],
    ['Kafka (64-bit)', { version: '3.6.0' }, 'Kafka', '3.6.0'],
    ['Burrow Map 4.2.1 and prior', {}, 'Burrow Map', ''],
    ['Burrow Map 4.2.1 or later versions', {}, 'Burrow Map', ''],
    ['Burrow Map and earlier', {}, 'Burrow Map', ''],
    ['Burrow Map versions before 4.2.1', {}, 'Burrow Map', ''],
    ['Burrow Map before 4.2.1', { version: '4.1' }, 'Burrow Map', '4.1'],
    ['Burrow Map 4.2+', {}, 'Burrow Map', ''],
    ['Burrow Map 4.x', {}, 'Burrow Map', ''],
    ['burrow-map>=4.2,<5', {}, 'burrow-map', ''],
    ['burrow-map ~= 4.2', {}, 'burrow-map', ''],
    ['burrow-map@^4.2.0', {}, 'burrow-map', ''],
    ['burrow-map (>= 4.2)', {}, 'burrow-map', ''],
    ['burrow-map==4.2', {}, 'burrow-map', '4.2'],
    ['Burrow Runtime - 6.0.26 (x64)', {}, 'Burrow Runtime', '6.0.26'],
    ['burrow-map 4.2~7-1', {}, 'burrow-map', '4.2~7-1'],
    ['github.com/acme/burrow/v2 2.8.0', {}, 'v2', '2.8.0'],
    ['quokka-version 0.2.1', {}, 'quokka-version', '0.2.1'],
    ['Burrow Map prior to v4.2', {}, 'Burrow Map', ''],
    ['log4j-1.2-api', { version: '2.17.1' }, 'log4j-1.2-api', '2.17.1'],
    ['quokka-saaj_1.3_spec', {}, 'quokka-saaj_1.3_spec', ''],
    ['quokka-parser_1.3-beta2.Final', {}, 'quokka-parser', '1.3-beta2.Final'],
    ['libgeoclue-2-0', { version: '2.5.6' }, 'libgeoclue-2-0', '2.5.6'],
    ['quokka-awssdk-v2', { version: '4.5.4' }, 'quokka-awssdk-v2', '4.5.4'],
    ['quokka-awssdk-v2', { version: '2' }, 'quokka-awssdk', '2'],
    ['quokka-awssdk-v2', {}, 'quokka-awssdk', 'v2'],
  ])('reads %s', (name, more, expected, version) => {
    expect(read(name, more).parses[0]).toMatchObject({ name: expected, version });
  });

  it.each([
    ['Quokka 2 Core', '2.22.0', 'Quokka Core'],
    ['Acme Quokka 17 Parser Core', '17.0.5', 'Acme Quokka Parser Core'],
  ])('reads a name without the major version in it: %s %s', (name, version, expected) =>
    expect(read(name, { version }).parses).toContainEqual(
      expect.objectContaining({ name: expected, version, loss: 1 }),
    ),
  );

  it.each([
    ['Quokka 3 Core', '2.22.0'],
    ['Quokka 2 Core', '20.2'],
    ['Quokka 2 Core', ''],
    ['Quokka 2 8 Core', '2.8'],
  ])('leaves a number that is no major version: %s %s', (name, version) =>
    expect(read(name, { version }).parses.map((one) => one.name)).not.toContain('Quokka Core'),
  );

  it.each([
    ['Acme .NET Framework', 'Acme .NET Framework'],
    ['Acme Framework', 'Acme'],
  ])('takes .NET Framework for another thing than .NET: %s', (name, shortest) => {
    const names = read(name).parses.map((one) => one.name);
    expect(names.sort((one, other) => one.length - other.length)[0]).toBe(shortest);
  });

  it.each([
    ['Jane Doe quokka-reader', 'quokka-reader'],
    ['Jane Doe quokkareader 1.2.3', 'quokkareader'],
    ['Acme quokka_reader', 'quokka_reader'],
  ])('reads the package behind its maker: %s', (name, expected) =>
    expect(read(name).parses).toContainEqual(expect.objectContaining({ name: expected, loss: 1 })),
  );

  it.each(['Contact form', 'Acme Rail map', 'jane doe quokka-reader'])('reads no maker in %s', (name) =>
    expect(read(name).parses.map((one) => one.name)).toEqual([name]),
  );

  it('reads a short number at the end as version and as part of the name', () =>
    expect(read('Windows 8.1').parses.map(({ name, version }) => [name, version])).toEqual([
      ['Windows', '8.1'],
      ['Windows 8.1', ''],
    ]));

  it.each([
    ['@angular/common 13.3.11 runtime', 'npm', '@angular', 'common'],
    ['org.postgresql:postgresql:42.6.0', 'maven', 'org.postgresql', 'postgresql'],
    ['github.com/onsi/ginkgo v1.16.5', 'golang', 'github.com/onsi', 'ginkgo'],
    ['github.com/google/go-github/v42', 'golang', 'github.com/google/go-github', 'v42'],
  ])('finds the coordinates of %s', (name, type, namespace, artifact) => {
    expect(read(name).coordinates).toEqual({ type, namespace, name: artifact });
  });

  it('takes a pair for coordinates where the ecosystem has such, and for owner and name elsewhere', () => {
    const namespace = 'symfony';
    expect(read('symfony/polyfill-mbstring:1.27.0', { hint: 'php' }).coordinates).toMatchObject({ namespace });
    const { coordinates, parses: readings } = read('symfony/polyfill-mbstring:1.27.0');
    expect(coordinates).toBeNull();
    expect(readings[0]).toEqual({ name: 'polyfill-mbstring', org: 'symfony', version: '1.27.0', loss: 0 });
    expect(read('n/a').parses[0]).toMatchObject({ name: 'n/a', org: '' });
  });

  it('takes a scope, and a path on a code host, from the organization', () => {
    const coordinatesOf = (org: string, hint?: string) => read('quokka', { org, hint }).coordinates;
    expect(coordinatesOf('@acme')).toEqual({ type: 'npm', namespace: '@acme', name: 'quokka' });
    expect(coordinatesOf('@acme', 'pypi')).toBeNull();
    expect(coordinatesOf('github.com/acme')).toEqual({ type: 'golang', namespace: 'github.com/acme', name: 'quokka' });
    expect(coordinatesOf('github.com/acme', 'npm')).toBeNull();
    expect(read('quokka map', { org: '@acme' }).coordinates).toBeNull();
  });

  it('takes a reversed domain as the group of a Maven artifact, and a domain only where the ecosystem says so', () => {
    expect(read('guava', { org: 'com.google.guava', hint: 'java' }).coordinates?.namespace).toBe('com.google.guava');
    expect(read('guava', { org: 'com.google.guava' }).coordinates?.namespace).toBe('com.google.guava');
    expect(read('guava', { org: 'com.google.guava', hint: 'npm' }).coordinates).toBeNull();
    expect(read('search', { org: 'Booking.com', hint: 'java' }).coordinates?.namespace).toBe('Booking.com');
    expect(read('search', { org: 'Booking.com' }).coordinates).toBeNull();
  });

  it('tries the whole name where its end is a branch', () => {
    expect(read('burrow-map-2.x').parses.map(({ name }) => name)).toEqual(['burrow-map', 'burrow-map-2.x']);
  });

  it('keeps the name with the word that may belong to it, and tries without', () => {
    expect(read('Crowd server').parses.map(({ name }) => name)).toEqual(['Crowd server', 'Crowd']);
  });

  it.each([
    ['Contact Burrow plugin for WordPress', 'Contact Burrow'],
    ['Burrow Export (burrow_export) module for Drupal', 'Burrow Export (burrow_export)'],
    ['quokka-facebook gem for Ruby', 'quokka-facebook'],
    ['Burrow for Joomla!', 'Burrow'],
    ['Jenkins Burrow View Plugin', 'Burrow View'],
    ['WordPress plugin Contact Burrow', 'Contact Burrow'],
    ['DIR-605 Wireless Router', 'DIR-605'],
    ['WR-77 Series', 'WR-77'],
  ])('finds the name in the description %s', (name, inner) => {
    expect(describedName(name)?.name).toBe(inner);
    expect(read(name).parses).toContainEqual(expect.objectContaining({ name: inner, loss: 1 }));
  });

  it.each([
    'Orders for WooCommerce',
    'Ruby on Rails',
    'Python Imaging Library',
    'Wireless Router',
    'plugin for WordPress',
  ])('finds no name in %s', (name) => expect(describedName(name)).toBeNull());

  it('returns at least one parse, none longer than 256 characters, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), fc.string(), (name, org) => {
        const { parses } = parseName({ name: `x${name}`, org, version: '' });
        expect(parses.length).toBeGreaterThan(0);
        for (const parse of parses) expect(parse.name.length).toBeLessThanOrEqual(256);
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    'a-'.repeat(5000),
    '1.'.repeat(5000),
    '('.repeat(5000),
    ' '.repeat(5000),
    'a '.repeat(5000),
    'wordpress '.repeat(5000),
    '1 router '.repeat(5000),
  ])('is linear (%#)', (name) => {
    const spent = cpuClock();
    read(name);
    expect(spent()).toBeLessThan(200);
  });
});
