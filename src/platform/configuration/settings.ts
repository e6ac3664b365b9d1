import type { Setting } from './setting.js';
import { signInSettings } from './sign-in-settings.js';

/**
 * Every setting of the service, as data: the configuration reader, `.env.example` and the README's table are all
 * checked against this list. The names are fixed (api-decisions, Settings), so that scripts can rely on them.
 */
export const settings = {
  PORT: { kind: 'integer', default: '3000', min: 0, max: 65_535, help: 'Port of the HTTP API.' },
  HOST: { kind: 'text', default: '0.0.0.0', help: 'Address to listen on.' },
  METRICS_PORT: {
    kind: 'integer',
    default: '0',
    min: 0,
    max: 65_535,
    help: 'Port at which HOST also answers GET /metrics without a key, for a monitoring that alone may reach it; 0: none.',
  },
  DATA_DIR: { kind: 'text', default: './data', help: 'Embedded database, uploaded files and keys.' },
  DATABASE_URL: {
    kind: 'text',
    default: '',
    help: 'postgres://… of a PostgreSQL 16 or later; empty: the embedded one in DATA_DIR.',
  },
  DATABASE_POOL: { kind: 'integer', default: '20', min: 2, help: 'Most database connections of one process.' },
  DATABASE_POOLER_URL: {
    kind: 'text',
    default: '',
    help: 'postgres://… of a PgBouncer in transaction mode before DATABASE_URL, for all short transactions; empty: they go to DATABASE_URL.',
  },
  REDIS_URL: {
    kind: 'text',
    default: '',
    help: 'redis://… to run the queues on Redis; empty: the queues run in PostgreSQL.',
  },
  BLOB_STORE_URL: {
    kind: 'text',
    default: '',
    help: 's3://KEY:SECRET@bucket/prefix?endpoint=https://host&region=name of an S3-compatible store for uploaded files, KEY and SECRET percent-encoded; empty: they are in DATA_DIR, which all processes share then.',
  },
  ROLES: {
    kind: 'list',
    default: 'api,worker,scheduler',
    oneOf: ['api', 'worker', 'scheduler'],
    help: 'What this process does.',
  },
  ADMIN_USERNAME: { kind: 'text', default: 'admin', help: 'First administrator; used on the first start only.' },
  ADMIN_PASSWORD: {
    kind: 'text',
    default: '',
    help: 'Password of the first administrator; empty: one is made and printed once.',
  },
  SAMPLE: { kind: 'boolean', default: 'true', help: 'Import the shipped sample SBOM into an empty database.' },
  MAX_UPLOAD_BYTES: { kind: 'integer', default: '536870912', min: 1, help: 'Largest upload, as sent.' },
  REQUESTS_PER_MINUTE: {
    kind: 'integer',
    default: '60000',
    min: 0,
    help: 'Most requests that one API process takes from one user, one organization or one address in a minute; 0: no limit.',
  },
  UPLOAD_BYTES_PER_HOUR: {
    kind: 'integer',
    default: '107374182400',
    min: 0,
    help: 'Most bytes of files that one API process takes from one organization in an hour; 0: no limit.',
  },
  MIN_BYTES_PER_SECOND: {
    kind: 'integer',
    default: '1000',
    min: 0,
    help: 'A body that comes more slowly than this for 20 seconds is refused, and its connection closed; 0: never.',
  },
  UPLOADS_AT_ONCE: {
    kind: 'integer',
    default: '16',
    min: 1,
    help: 'Uploads that one process receives at a time, half of them of one organization; others wait.',
  },
  EXPORTS_AT_ONCE: {
    kind: 'integer',
    default: '8',
    min: 1,
    help: 'Exports and reports that one process writes at a time, but no more than half of DATABASE_POOL, and half of them for one organization; others wait.',
  },
  TRUSTED_PROXIES: {
    kind: 'list',
    default: '',
    help: 'Addresses or networks of reverse proxies, separated by commas (also loopback, uniquelocal), whose X-Forwarded-For is believed; empty: none.',
  },
  CORS_ORIGINS: {
    kind: 'list',
    default: '',
    help: 'Origins whose pages may call the API with a bearer token, separated by commas, such as https://portal.example.org; empty: none.',
  },
  IMPORT_WAIT_MS: {
    kind: 'integer',
    default: '30000',
    min: 0,
    help: 'How long importSBOM waits for the import before it answers 202 with a job id.',
  },
  IMPORT_MEMORY_MB: { kind: 'integer', default: '1024', min: 128, help: 'Memory limit of one parsing process.' },
  IMPORT_TIMEOUT_S: { kind: 'integer', default: '300', min: 1, help: 'Time limit of one parsing process.' },
  IMPORT_READER_IDLE_S: {
    kind: 'integer',
    default: '600',
    min: 0,
    help: 'How long after an import up to two parsing processes are kept started for the next ones, each for one file; 0: none, which makes imports slower and saves some 100 MB.',
  },
  IMPORT_MAX_UNPACKED_BYTES: {
    kind: 'integer',
    default: '1073741824',
    min: 1,
    help: 'Largest document after decompression.',
  },
  IMPORT_MAX_DEPTH: { kind: 'integer', default: '128', min: 8, help: 'Deepest nesting of a document.' },
  IMPORT_MAX_COMPONENTS: { kind: 'integer', default: '2000000', min: 1, help: 'Most components of one document.' },
  ORGANIZATION_MAX_ENTRIES: {
    kind: 'integer',
    default: '10000000',
    min: 0,
    help: 'Most component entries of one organization in all its SBOMs: what would add more is refused; 0: no limit.',
  },
  WORKER_CONCURRENCY: {
    kind: 'integer',
    default: '3',
    min: 1,
    help: 'Jobs that one worker process runs at a time for people who wait: about one more than the processors that it has; background jobs get half as many slots besides.',
  },
  RESOLUTION_THREADS: {
    kind: 'integer',
    default: '2',
    min: 0,
    max: 64,
    help: 'Threads in which one worker process finds out what components are, each with a database connection of its own; 0: none besides the process itself.',
  },
  EXPORT_THREADS: {
    kind: 'integer',
    default: '2',
    min: 0,
    max: 64,
    help: 'Threads in which one API process writes the documents of large exports while it reads what they are made of; 0: none besides the process itself.',
  },
  STOP_TIMEOUT_S: {
    kind: 'integer',
    default: '25',
    min: 10,
    max: 3600,
    help: 'How long a process that is told to stop may take for its requests and jobs; jobs that take longer are returned to the queue. Less than what its supervisor waits before it kills (Kubernetes: 30).',
  },
  JOB_LEASE_MS: {
    kind: 'integer',
    default: '30000',
    min: 1000,
    help: 'How long a worker may give no sign of life before another one takes over its job.',
  },
  JOB_RETENTION_DAYS: {
    kind: 'integer',
    default: '30',
    min: 1,
    help: 'How long finished jobs and what webhooks were sent can be looked up.',
  },
  ORIGINAL_RETENTION_DAYS: {
    kind: 'integer',
    default: '90',
    min: 1,
    help: 'How long uploaded files and entries are kept that a later import has replaced, and what hangs on an SBOM or a project after its deletion.',
  },
  HISTORY_RETENTION_DAYS: {
    kind: 'integer',
    default: '730',
    min: 30,
    help: 'How long former scores and analyses, former shares and who came by them, and what monitoring did and found, are kept.',
  },
  AUDIT_RETENTION_DAYS: {
    kind: 'integer',
    default: '365',
    min: 30,
    help: 'How long the audit log is kept.',
  },
  CATALOG_SYNC: {
    kind: 'list',
    default: '',
    help: 'Sources that the scheduler fetches once a day, as `catalog sync` names them, `advisories` (all that know of vulnerabilities, exploitation, malicious packages and ends of life), `indexes` (everything that registries have: some gigabytes) or `all` (all but the indexes); empty: none.',
  },
  CATALOG_MIRRORS: {
    kind: 'list',
    default: '',
    help: 'Mirrors of publishers, separated by commas, each as https://publisher/…=https://mirror/…: addresses that begin with the left side are asked at the right side; empty: none. A mirror on an internal address also needs OUTSIDE_OPENED.',
  },
  CATALOG_TRUSTED_KEYS: {
    kind: 'list',
    default: '',
    help: 'Fingerprints (SHA256:…) of the keys that may have signed a bundle for `catalog load`, separated by commas; unsigned bundles are refused then; empty: any.',
  },
  LIVE_SOURCES: {
    kind: 'list',
    default: '',
    help: 'Outside services that may be asked about components, separated by commas: registries (npm, pypi, maven-central, crates.io, rubygems, nuget, packagist, go-proxy), deps.dev, ecosyste.ms, osv, deps.dev-projects, scorecard; empty: none.',
  },
  LIVE_URLS: {
    kind: 'list',
    default: '',
    help: 'Mirrors or proxy repositories that are asked in place of such services, separated by commas, each as source=https://user:password@host/path; empty: none. One on an internal address also needs OUTSIDE_OPENED.',
  },
  LIVE_TIMEOUT_S: {
    kind: 'integer',
    default: '20',
    min: 1,
    max: 300,
    help: 'Time limit of one answer of such a service; one that says nothing for half of it is given up.',
  },
  OUTSIDE_OPENED: {
    kind: 'list',
    default: '',
    help: 'Hosts inside, as host or host:port, separated by commas, that projects may be fetched from all the same.',
  },
  OUTSIDE_CA_FILE: {
    kind: 'text',
    default: '',
    help: 'PEM file with certificate authorities that are trusted for outside requests besides the usual ones.',
  },
  SSH_KNOWN_HOSTS_FILE: {
    kind: 'text',
    default: '',
    help: 'known_hosts file with the keys of SSH hosts that projects are fetched from; those of GitHub, GitLab and Bitbucket are known.',
  },
  ANALYSIS_TIMEOUT_S: {
    kind: 'integer',
    default: '900',
    min: 1,
    max: 3000,
    help: 'Time limit of one analysis of a project.',
  },
  ANALYSIS_MAX_BYTES: {
    kind: 'integer',
    default: '1073741824',
    min: 1,
    help: 'Most bytes of a project’s source, as fetched, again as unpacked, and again of the archives within it.',
  },
  MASTER_KEY_FILE: {
    kind: 'text',
    default: '',
    help: 'File with the key that encrypts stored secrets; empty: DATA_DIR/keys/master.key, made on the first embedded start.',
  },
  PUBLIC_URL: {
    kind: 'text',
    default: '',
    help: 'Address under which users reach the service; empty: derived from PORT.',
  },
  ...signInSettings,
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    kind: 'text',
    default: '',
    help: 'Address of an OpenTelemetry collector (OTLP over HTTP, as JSON) that traces are sent to; empty: none.',
  },
  LOG_LEVEL: {
    kind: 'text',
    default: '',
    oneOf: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    help: 'Least severe log line that is written to standard error; empty: info, or warn where that is a terminal.',
  },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof settings;
