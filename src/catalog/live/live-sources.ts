import { depsDev } from './deps-dev.js';
import { depsDevProjects } from './deps-dev-projects.js';
import { ecosystemsLookup } from './ecosystems-lookup.js';
import type { LiveSource } from './live-source.js';
import { osvQuery } from './osv-query.js';
import { scorecardSource } from './scorecard.js';

/** Every service that can be asked, in the order of asking; none is unless `LIVE_SOURCES` names it. */
export const liveSources: readonly LiveSource[] = [
  ...[depsDev, ecosystemsLookup, osvQuery],
  ...[depsDevProjects, scorecardSource],
];
