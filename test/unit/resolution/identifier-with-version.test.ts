import fc from 'fast-check';
import { cpeWithVersion, formatCpe, parseCpe } from '../../../src/model/cpe.js';
import { buildPurl, formatPurl, parsePurl } from '../../../src/model/purl.js';
import { identifierWithVersion } from '../../../src/resolution/matching/compare/identifier-with-version.js';

const purls = [
  'pkg:npm/%40babel/core',
  'pkg:maven/org.apache.logging.log4j/log4j-core',
  'pkg:golang/github.com/gin-gonic/gin',
  'pkg:oci/debian',
  'pkg:luarocks/hisham/luafilesystem',
  'pkg:deb/debian/curl?arch=source',
];
const cpes = [`cpe:2.3:a:haxx:curl${':*'.repeat(8)}`, `cpe:2.3:a:foo\\:\\:bar:b-a_r${':*'.repeat(8)}`];
const versions = fc.oneof(
  fc.stringMatching(/^[0-9A-Za-z][0-9A-Za-z.]{0,12}$/),
  fc.stringMatching(/^[0-9][0-9A-Za-z.~+:-]{0,12}$/),
);

describe('identifiers with a version', () => {
  it('equal those built from their parts', () => {
    fc.assert(
      fc.property(fc.constantFrom(...purls), versions, (purl, version) => {
        const parsed = parsePurl(purl);
        const text = parsed.type === 'golang' ? version.replace(/^(?=\d)/, 'v') : version.replace(/^[vV](?=\d)/, '');
        expect(identifierWithVersion('package', purl, version)).toBe(
          formatPurl(buildPurl({ ...parsed, version: text })),
        );
      }),
      { numRuns: 200 },
    );
    fc.assert(
      fc.property(fc.constantFrom(...cpes), versions, (cpe, version) => {
        const bound = formatCpe(cpeWithVersion(parseCpe(cpe), version.replace(/^[vV](?=\d)/, '')));
        expect(identifierWithVersion('product', cpe, version)).toBe(bound);
      }),
      { numRuns: 200 },
    );
  });

  it('are unchanged where the version cannot be added', () => {
    expect(identifierWithVersion('package', purls[0]!, '')).toBe(purls[0]);
    expect(identifierWithVersion('repo', 'https://github.com/curl/curl', '8.0')).toBe('https://github.com/curl/curl');
    expect(
      identifierWithVersion('package', 'pkg:chrome-extension/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'x'),
    ).not.toContain('@');
  });
});
