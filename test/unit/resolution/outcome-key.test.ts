import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ComponentEvidence } from '../../../src/resolution/matching/query/evidence.js';
import { engineVersion } from '../../../src/resolution/outcomes/engine-version.js';
import { outcomeKey } from '../../../src/resolution/outcomes/outcome-key.js';

const component: Required<Omit<ComponentEvidence, 'internal' | 'priorDecisions'>> = {
  name: 'lodash',
  org: 'o',
  version: '1',
  hint: 'npm',
  purls: ['pkg:npm/lodash'],
  cpes: ['c'],
  repositories: ['r'],
  context: { ecosystems: { npm: 1 }, distribution: { namespace: 'debian' }, vendors: ['v'], sureCount: 3 },
};

describe('the key of an outcome', () => {
  it('differs with everything that is asked, and with the engine', () => {
    const others: ComponentEvidence[] = [
      ...['name', 'org', 'version', 'hint'].map((member) => ({ ...component, [member]: 'other' })),
      ...['purls', 'cpes', 'repositories'].map((member) => ({ ...component, [member]: ['other'] })),
      { ...component, name: 'lodasho', org: '' },
      { ...component, context: { ...component.context, ecosystems: { npm: 0.95 } } },
      { ...component, context: { ...component.context, distribution: { namespace: 'ubuntu' } } },
      { ...component, context: { ...component.context, vendors: [] } },
      { ...component, context: { ...component.context, sureCount: 5 } },
      { name: 'lodash', org: '', version: '' },
    ];
    const keys = [component, ...others].map((one) => outcomeKey('1', one));
    expect(new Set([...keys, outcomeKey('2', component)]).size).toBe(keys.length + 1);
    expect(outcomeKey('1', { ...component, purls: [...component.purls] })).toBe(keys[0]);
    expect(keys[0]).toMatch(/^[0-9a-f]{64}$/);
  });

  it('is the same where a file says nothing and where it has empty lists', () => {
    const plain = { name: 'lodash', org: '', version: '1' };
    expect(outcomeKey('1', { ...plain, purls: [], cpes: [], repositories: [] })).toBe(outcomeKey('1', plain));
  });

  it('does not exist for what only one organization knows', () => {
    const decision = {
      kind: 'package',
      verdict: 'refused',
      identifier: 'pkg:npm/lodash',
      userName: 'u',
      day: 'd',
    } as const;
    expect(outcomeKey('1', { ...component, priorDecisions: [decision] })).toBeNull();
    expect(outcomeKey('1', { ...component, internal: true })).toBeNull();
    expect(outcomeKey('1', { ...component, priorDecisions: [] })).not.toBeNull();
  });
});

describe('the version of the engine', () => {
  it('differs with the code of resolution and its model, and with nothing else', () => {
    const folder = mkdtempSync(join(tmpdir(), 'stocktake-version-'));
    const write = (path: string, text: string): string => {
      mkdirSync(join(folder, path, '..'), { recursive: true });
      writeFileSync(join(folder, path), text);
      return engineVersion(folder);
    };
    const first = write('resolution/matching/rank/trained-model.js', 'weights');
    const versions = [
      write('resolution/matching/rank/trained-model.js', 'other weights'),
      write('resolution/matching/select/rule.js', 'weights'),
      write('model/purl.js', 'x'),
      write('catalog/catalog.repository.js', 'x'),
    ];
    expect(new Set([first, ...versions]).size).toBe(5);
    expect(write('scores/metric.js', 'x')).toBe(versions.at(-1));
    expect(write('resolution/README.md', 'x')).toBe(versions.at(-1));
    rmSync(folder, { recursive: true });
    expect(engineVersion()).toBe(engineVersion());
  });
});
