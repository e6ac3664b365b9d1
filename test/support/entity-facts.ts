import { type EntityCoverage, examinedKinds } from '../../src/scores/coverage/entity-coverage.js';
import type { EntityFacts } from '../../src/scores/metrics/facts.js';
import type { Finding } from '../../src/scores/vulnerabilities/findings.js';

/** Everything was looked for. */
export const fullCoverage = Object.fromEntries(
  examinedKinds.map((kind) => [kind, { status: 'examined', cause: null, reason: '' }]),
) as unknown as EntityCoverage;

/** An entity of which nothing is known but its name. */
export const unknownFacts: EntityFacts = {
  today: '2026-01-01',
  name: 'thing',
  version: '1.2.0',
  scheme: 'npm',
  findings: null,
  coverage: fullCoverage,
  knownVersions: [],
  latestVersion: null,
  releasedOn: null,
  latestReleasedOn: null,
  lifecycle: null,
  repository: null,
  isDeprecated: null,
  license: null,
  identity: { hasPackage: true, hasProduct: false, hasRepository: false, isInCatalog: null },
  dependents: null,
  monthlyDownloads: null,
  lookAlikes: null,
  otherProducts: [],
};

/** An entity of which all is known, and all is well. */
export const soundFacts: EntityFacts = {
  ...unknownFacts,
  findings: [],
  knownVersions: ['1.0.0', '1.1.0', '1.2.0'],
  latestVersion: '1.2.0',
  releasedOn: '2025-12-31',
  latestReleasedOn: '2025-12-31',
  lifecycle: {
    title: 'Thing',
    link: 'https://example.org/eol/thing',
    cycles: [
      { name: '1', releasedOn: '2024-01-01', endOfLife: '2030-01-01', endOfSupport: null, latestVersion: '1.2.0', latestReleasedOn: '2025-12-31' },
    ],
  },
  repository: { lastCommitOn: '2026-01-01', isArchived: false, contributors: 400, scorecard: 10, scorecardOn: '2026-01-01', link: 'https://example.org/thing' },
  isDeprecated: false,
  license: 'MIT',
  identity: { hasPackage: true, hasProduct: true, hasRepository: true, isInCatalog: true },
  dependents: 1_000_000,
  monthlyDownloads: 100_000_000,
  lookAlikes: [],
}; // prettier-ignore

export const finding = (given: Partial<Finding> = {}): Finding => ({
  id: 'CVE-2025-0001',
  aliases: [],
  upstream: [],
  status: 'affected',
  reason: '',
  fixedIn: '1.2.1',
  severity: { level: 'high', score: 7.5, vector: null, cvssVersion: '3.1' },
  exploited: null,
  prediction: null,
  worseRating: null,
  isMalicious: false,
  published: '2025-10-01',
  modified: null,
  summary: '',
  module: null,
  ...given,
});
