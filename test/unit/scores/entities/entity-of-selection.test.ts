import { entityOfSelection } from '../../../../src/scores/stored/entity-of-selection.js';

const nothing = { purl: null, cpe: null, repoUrl: null, version: '' };

describe('an entity as a component names it', () => {
  it('is the same one, version and all, wherever the version is written', () => {
    const inPurl = entityOfSelection({ ...nothing, purl: 'pkg:golang/github.com/gin-gonic/gin@v1.9.0' });
    expect(inPurl).toMatchObject({ version: 'v1.9.0', name: 'gin' });
    for (const version of ['1.9.0', 'v1.9.0'])
      expect(entityOfSelection({ ...nothing, purl: 'pkg:golang/github.com/gin-gonic/gin', version })).toEqual(inPurl);
  });

  it('has the version that is stated beside identifiers that carry none', () => {
    expect(entityOfSelection({ ...nothing, repoUrl: 'https://github.com/a/b', version: '2.0' })).toMatchObject({ version: '2.0', name: 'b' }); // prettier-ignore
    expect(entityOfSelection({ ...nothing, cpe: 'cpe:2.3:a:openssl:openssl:*:*:*:*:*:*:*:*', version: '3.0.1' })).toMatchObject({ version: '3.0.1', org: 'openssl' }); // prettier-ignore
    expect(entityOfSelection({ ...nothing, version: '1.0' })).toBeNull();
  });
});
