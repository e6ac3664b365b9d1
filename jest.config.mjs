import { availableParallelism, totalmem } from 'node:os';

/**
 * Two projects: `unit` (pure code, no database; part of `npm run check`) and `integration` (over HTTP, on a real
 * PostgreSQL started for the run); two more, `faults` and `mutations`, where asked for. Sources are ES modules; jest runs
 * them compiled to CommonJS. Where jest loads packages itself (`test/support/jest/runtime.cjs`), those that ship only ES
 * modules are compiled as well.
 */
const esmPackages = [
  '@nestjs/[^/]+',
  'file-type',
  'strtok3',
  'token-types',
  'uint8array-extras',
  '@tokenizer/[^/]+',
  '@borewit/[^/]+',
  'load-esm',
  'uuid',
  'jose',
  'smol-toml',
  'js-yaml',
  'p-map',
];

/** Jest takes every argument behind `--selectProjects` for the name of a project, also a path, and runs all files. */
function misplacedPath(args) {
  const names = args.includes('--selectProjects') ? args.slice(args.indexOf('--selectProjects') + 1) : [];
  const end = names.findIndex((name) => name.startsWith('-'));
  return (end < 0 ? names : names.slice(0, end)).find((name) => /[./]/.test(name));
}
const path = misplacedPath(process.argv);
if (path) throw new Error(`Leave out --selectProjects, or put ${path} before it: else jest runs every test`);

const shared = {
  testEnvironment: '<rootDir>/test/support/jest/environment.cjs',
  runtime: '<rootDir>/test/support/jest/runtime.cjs',
  transform: { '^.+\\.(t|j|mj)s$': '<rootDir>/test/support/transformer.cjs' },
  transformIgnorePatterns: [`/node_modules/(?!(?:${esmPackages.join('|')})/)`],
  setupFiles: ['<rootDir>/test/support/property-tests.ts'],
  dependencyExtractor: '<rootDir>/test/support/dependency-extractor.cjs',
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/data/'],
};

const withDatabase = {
  ...shared,
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  setupFilesAfterEnv: ['<rootDir>/test/support/integration-setup.ts'],
};
const integration = {
  ...withDatabase,
  displayName: 'integration',
  testMatch: ['<rootDir>/test/integration/**/*.test.ts'],
};
/** Minutes each: `npm run test:faults`, `npm run test:mutations`. */
const mutations = { ...withDatabase, displayName: 'mutations', testMatch: ['<rootDir>/test/mutations/**/*.test.ts'] };
/** Installs another program: `npm run test:differential`. */
const differential = {
  ...shared,
  displayName: 'differential',
  testMatch: ['<rootDir>/test/differential/**/*.test.ts'],
};
const faults = { ...withDatabase, displayName: 'faults', testMatch: ['<rootDir>/test/faults/**/*.test.ts'] };

export default {
  // Two for each core: files share nothing but the server, on which each has a database of its own, and much of a test is
  // waiting for another process, the queue or a time. A laptop keeps half of its memory: a worker takes up to 1 GiB.
  maxWorkers: Math.max(2, Math.min(2 * availableParallelism(), Math.floor(totalmem() / 2 ** 31))),
  testSequencer: '<rootDir>/test/support/jest/slowest-first.sequencer.cjs',
  // Only what hangs shall fail by it: in a slow hour a test takes five times as long as in a quick one.
  testTimeout: 30_000,
  reporters: ['default', '<rootDir>/test/support/closing-line.reporter.cjs'],
  projects: [
    { ...shared, displayName: 'unit', testMatch: ['<rootDir>/test/unit/**/*.test.ts'] },
    integration,
    ...(process.env.STOCKTAKE_LONG_TESTS ? [faults, mutations, differential] : []),
  ],
};
