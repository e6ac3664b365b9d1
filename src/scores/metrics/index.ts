import { archived } from './archived.js';
import { contributors } from './contributors.js';
import { copyleft } from './copyleft.js';
import { deprecated } from './deprecated.js';
import { endOfLife } from './end-of-life.js';
import { exploitProbability } from './exploit-probability.js';
import { exploited } from './exploited.js';
import { identity } from './identity.js';
import { inCatalog } from './in-catalog.js';
import { lastCommit } from './last-commit.js';
import { lastRelease } from './last-release.js';
import { licenseKnown } from './license-known.js';
import { lookAlike } from './look-alike.js';
import { malicious } from './malicious.js';
import type { Metric } from './metric.js';
import { oldestVulnerability } from './oldest-vulnerability.js';
import { popularity } from './popularity.js';
import { scorecard } from './scorecard.js';
import { versionsBehind } from './versions-behind.js';
import { vulnerabilityCount } from './vulnerability-count.js';
import { withoutFix } from './without-fix.js';
import { worstSeverity } from './worst-severity.js';
import { yearsBehind } from './years-behind.js';

/** Computed from the findings alone. */
export const vulnerabilityMetrics: readonly Metric[] = [
  worstSeverity,
  vulnerabilityCount,
  exploited,
  exploitProbability,
  oldestVulnerability,
  withoutFix,
  malicious,
];

/** Computed from the licence alone. */
export const licenseMetrics: readonly Metric[] = [licenseKnown, copyleft];

/** All metrics. A new one needs a file, a line here and a new `formulaVersion`. */
export const metrics: readonly Metric[] = [
  ...vulnerabilityMetrics,
  versionsBehind,
  yearsBehind,
  endOfLife,
  lastRelease,
  lastCommit,
  archived,
  deprecated,
  contributors,
  scorecard,
  popularity,
  ...licenseMetrics,
  identity,
  inCatalog,
  lookAlike,
];
