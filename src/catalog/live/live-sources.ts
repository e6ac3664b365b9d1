import { depsDev } from './deps-dev.js';
import { depsDevProjects } from './deps-dev-projects.js';
import { ecosystemsLookup } from './ecosystems-lookup.js';
import type { LiveSource } from './live-source.js';
import { osvQuery } from './osv-query.js';
import { scorecardSource } from './scorecard.js';

/** All live sources in the order of lookups; `LIVE_SOURCES` enables them. */
export const liveSources: readonly LiveSource[] = [
  depsDev,
  ecosystemsLookup,
  osvQuery,
  depsDevProjects,
  scorecardSource,
];
