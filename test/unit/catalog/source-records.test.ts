import { osvSources } from '../../../src/catalog/sources/osv.js';
import { osvPackage, osvRepository } from '../../../src/model/osv-package.js';
import fc from 'fast-check';
import type { Json } from '../../../src/model/document.js';
import { controlParagraphs, type Paragraph } from '../../../src/catalog/sources/control-file.js';
import { binaryRecords, sourceRecords } from '../../../src/catalog/sources/apt-index.js';
import { nvdCpeRecords } from '../../../src/catalog/sources/nvd-cpe-record.js';
import { listItems, relationRecords } from '../../../src/catalog/sources/purl2cpe.js';

describe("entries of NVD's CPE dictionary", () => {
  const entry = (fields: Record<string, Json>): Json => ({
    cpe: { cpeName: 'cpe:2.3:a:acme:quokka:2.0:beta9:*:*:*:node.js:*:*', cpeNameId: 'x', ...fields },
  });

  it('tell of the product, this version, and where it lives', () => {
    const refs = [
      { ref: 'https://github.com/acme/quokka/releases', type: 'Version' },
      { ref: 'https://github.com/finder/advisories', type: 'Advisory' },
      { ref: 'https://acme.example/quokka', type: 'Product' },
    ];
    const titles = [
      { title: 'アクメ', lang: 'ja' },
      { title: 'Acme Quokka 2.0 Beta9', lang: 'en' },
    ];
    expect(nvdCpeRecords(entry({ titles, refs, deprecated: false }))).toEqual([
      {
        kind: 'product',
        cpe: 'cpe:2.3:a:acme:quokka:2.0:beta9:*:*:*:node.js:*:*',
        title: 'Acme Quokka',
        targetSoftware: ['node.js'],
        versions: ['2.0'],
        deprecated: false,
        deprecatedBy: [],
        referenceUrls: ['https://github.com/acme/quokka/releases', 'https://acme.example/quokka'],
        weight: 1,
      },
      {
        kind: 'link',
        from: 'https://github.com/acme/quokka',
        to: 'cpe:2.3:a:acme:quokka:2.0:beta9:*:*:*:node.js:*:*',
        relation: 'same',
      },
    ]);
  });

  it.each([
    ['Quokka 2.0', '2.0', 'Quokka'],
    ['Quokka v2.0', '2.0', 'Quokka'],
    ['Quokka version 2.0', '2.0', 'Quokka'],
    ['2.0', '2.0', '2.0'],
    ['Windows 10', '1607', 'Windows 10'],
    ['Quokka 2.0 for Android', '2.0', 'Quokka 2.0 for Android'],
  ])('are titled without their version: %s', (title, version, expected) => {
    const cpeName = `cpe:2.3:a:acme:quokka:${version}:*:*:*:*:*:*:*`;
    expect(nvdCpeRecords(entry({ cpeName, titles: [{ title, lang: 'en' }] }))[0]).toMatchObject({ title: expected });
  });

  it('are followed by another product, not by another spelling of a version', () => {
    const deprecatedBy: Json = [
      { cpeName: 'cpe:2.3:a:acme:wombat:2.0:*:*:*:*:*:*:*' },
      { cpeName: 'cpe:2.3:a:acme:quokka:2.0:b9:*:*:*:*:*:*' },
      { cpeNameId: 'x' },
    ];
    expect(nvdCpeRecords(entry({ deprecated: true, deprecatedBy }))[0]).toMatchObject({
      deprecated: true,
      deprecatedBy: ['a:acme:wombat'],
    });
  });

  it('may be anything, and are then none', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        for (const record of nvdCpeRecords({ cpe: value as Json })) expect(record.kind).toMatch(/product|link/);
      }),
      { numRuns: 50 },
    );
    for (const cpeName of [null, 5, '', 'cpe:2.3:a:*:*:*:*:*:*:*:*:*:*', 'pkg:npm/x'])
      expect(nvdCpeRecords(entry({ cpeName }))).toEqual([]);
  });
});

describe('relations of purl2cpe', () => {
  it('are plain lists', () => {
    expect(listItems('purls:\n- pkg:github/acme/quokka\n- pkg:npm/quokka\n', 'purls')).toEqual([
      'pkg:github/acme/quokka',
      'pkg:npm/quokka',
    ]);
    const quoted = `---\n# made by hand\ncpes:\n  - 'cpe:2.3:a:acme:it''s:*'\r\n  - "cpe:2.3:a:acme:c\\\\+\\\\+:*"\n`;
    expect(listItems(quoted, 'cpes')).toEqual(["cpe:2.3:a:acme:it's:*", 'cpe:2.3:a:acme:c\\+\\+:*']);
    for (const other of ['', 'cpes: []', 'vendor:\n- x', '<html>'])
      expect(() => listItems(other, 'purls')).toThrow(/not a list of purls/);
  });

  it('link each package and its repository with each product', () => {
    const cpes = ['1', '2', '-'].map((version) => `cpe:2.3:a:acme:quokka:${version}:*:*:*:*:*:*:*`);
    const product = { cpe: cpes[0], relation: 'same' };
    expect(relationRecords(['pkg:github/acme/quokka', 'pkg:npm/quokka', 'no purl'], [...cpes, 'no CPE'])).toEqual([
      { kind: 'product', cpe: cpes[0], versions: ['1', '2'], weight: 2 },
      { kind: 'package', purl: 'pkg:github/acme/quokka', weight: 1 },
      { kind: 'link', from: 'pkg:github/acme/quokka', to: product.cpe, relation: 'same' },
      { kind: 'link', from: 'https://github.com/acme/quokka', to: product.cpe, relation: 'same' },
      { kind: 'package', purl: 'pkg:npm/quokka', weight: 1 },
      { kind: 'link', from: 'pkg:npm/quokka', to: product.cpe, relation: 'same' },
    ]);
    expect(relationRecords(['pkg:npm/quokka'], [])).toEqual([]);
  });
});

describe("Debian's package indexes", () => {
  const paragraphsOf = async (...batches: readonly string[][]): Promise<Paragraph[]> => {
    const found: Paragraph[] = [];
    for await (const paragraphs of controlParagraphs(asBatches(batches))) found.push(...paragraphs);
    return found;
  };
  const sources = `Package: quokka
Binary: libquokka1,
 libquokka-dev, quokka
Version: 1:2.0-3
Homepage: https://github.com/Acme/quokka
Vcs-Git: https://salsa.debian.org/debian/quokka.git
Directory: pool/main/q/quokka

Package: wombat
Version: 1
Directory: pool/main/w/wombat`.split('\n');

  it('are read whatever the batches of lines', async () => {
    const whole = await paragraphsOf(sources);
    expect(whole.map((paragraph) => paragraph.get('package'))).toEqual(['quokka', 'wombat']);
    expect(whole[0]!.get('binary')).toBe('libquokka1, libquokka-dev, quokka');
    await fc.assert(
      fc.asyncProperty(fc.nat(sources.length), fc.nat(sources.length), async (one, other) => {
        const [first, second] = [Math.min(one, other), Math.max(one, other)];
        const cut = [sources.slice(0, first), sources.slice(first, second), sources.slice(second)];
        expect(await paragraphsOf(...cut)).toEqual(whole);
      }),
      { numRuns: 30 },
    );
  });

  it('tell of sources, and what is built from them', async () => {
    const [quokka] = await paragraphsOf(sources);
    expect(sourceRecords(quokka!, 'debian')).toEqual([
      {
        kind: 'package',
        purl: 'pkg:deb/debian/quokka',
        homepage: 'https://github.com/Acme/quokka',
        weight: 1,
        repositoryUrl: 'https://github.com/acme/quokka',
        versions: ['1:2.0-3'],
        latestVersion: '1:2.0-3',
      },
      ...['libquokka1', 'libquokka-dev'].map((name) => ({
        kind: 'link',
        from: `pkg:deb/debian/${name}`,
        to: 'pkg:deb/debian/quokka',
        relation: 'built_from',
      })),
    ]);
  });

  it('tell of binaries, and what they are built from', () => {
    const binary = new Map([
      ['package', 'libquokka1++'],
      ['source', 'quokka (1:2.0-3)'],
      ['version', '1:2.0-3+b1'],
      ['filename', 'pool/main/q/quokka/libquokka1.deb'],
    ]);
    expect(binaryRecords(binary, 'debian')).toMatchObject([
      { purl: 'pkg:deb/debian/libquokka1%2B%2B', versions: ['1:2.0-3+b1'] },
      { from: 'pkg:deb/debian/libquokka1%2B%2B', to: 'pkg:deb/debian/quokka' },
    ]);
    expect(binaryRecords(new Map([['package', 'x']]), 'debian')).toEqual([]);
  });
});

async function* asBatches(batches: readonly string[][]): AsyncIterable<readonly string[]> {
  await Promise.resolve();
  yield* batches;
}

describe('archives of the OSV database', () => {
  it.each(osvSources.map(({ name, address }) => [name, address]))(
    '%s: %s holds packages that can be found',
    (_, address) => {
      const [, folder] = /^https:\/\/osv-vulnerabilities\.storage\.googleapis\.com\/([^/]+)\/all\.zip$/.exec(address)!;
      const names = ['thing', 'some/thing', 'some:thing', 'github.com/some/thing'];
      const found = names.map((name) => folder === 'GIT' ? osvRepository(`https://${name}`) : osvPackage(decodeURIComponent(folder!), name, undefined)); // prettier-ignore
      expect(found.some((purl) => purl?.name === 'thing')).toBe(true);
    },
  );
});
