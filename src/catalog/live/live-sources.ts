import { depsDev } from './deps-dev.js';
import { depsDevProjects } from './deps-dev-projects.js';
import { ecosystemsLookup } from './ecosystems-lookup.js';
import type { LiveSource } from './live-source.js';
import { osvQuery } from './osv-query.js';
import { cratesIo } from './registries/crates-io.js';
import { goProxy } from './registries/go-proxy.js';
import { mavenCentral } from './registries/maven-central.js';
import { npmRegistry } from './registries/npm.js';
import { nugetRegistry } from './registries/nuget.js';
import { packagist } from './registries/packagist.js';
import { pypiRegistry } from './registries/pypi.js';
import { rubyGems } from './registries/rubygems.js';
import { scorecardSource } from './scorecard.js';

/** All live sources in the order of lookups, registries first; `LIVE_SOURCES` enables them. */
export const liveSources: readonly LiveSource[] = [
  npmRegistry,
  pypiRegistry,
  mavenCentral,
  cratesIo,
  rubyGems,
  nugetRegistry,
  packagist,
  goProxy,
  depsDev,
  ecosystemsLookup,
  osvQuery,
  depsDevProjects,
  scorecardSource,
];
