import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { projectRoot } from '../project-root.js';
import type { BlobStoreAccess } from '../storage/s3-blob-store.js';
import { parseBlobStoreUrl } from './blob-store-url.js';
import { ConfigurationError } from './configuration-error.js';
import { parseEnvironmentFile, readSettings, splitList } from './setting-values.js';
import { settings, type SettingName } from './settings.js';

export const roleNames = ['api', 'worker', 'scheduler'] as const;

export type ProcessRole = (typeof roleNames)[number];

/** The typed configuration of one process; the only thing that any module learns of the environment. */
export class Configuration {
  readonly port: number;
  readonly host: string;
  /** 0: none. */
  readonly metricsPort: number;
  readonly dataDir: string;
  readonly database: { readonly url: string; readonly poolerUrl: string; readonly pool: number };
  readonly redisUrl: string;
  /** null: uploaded files are in DATA_DIR. */
  readonly blobStore: BlobStoreAccess | null;
  readonly roles: ReadonlySet<ProcessRole>;
  readonly admin: { readonly username: string; readonly password: string };
  readonly sample: boolean;
  readonly maxUploadBytes: number;
  readonly requestsPerMinute: number;
  readonly uploadBytesPerHour: number;
  readonly minBytesPerSecond: number;
  readonly uploadsAtOnce: number;
  readonly exportsAtOnce: number;
  readonly trustedProxies: readonly string[];
  readonly corsOrigins: readonly string[];
  readonly imports: {
    readonly waitMs: number;
    readonly memoryMb: number;
    readonly timeoutSeconds: number;
    /** How long processes that read uploads are kept started ahead. */
    readonly readerIdleSeconds: number;
    readonly maxUnpackedBytes: number;
    readonly maxDepth: number;
    readonly maxComponents: number;
  };
  readonly organizationMaxEntries: number;
  readonly workerConcurrency: number;
  readonly resolutionThreads: number;
  readonly exportThreads: number;
  /** The parts of the time for stopping: first the requests, then the jobs. */
  readonly stopping: { readonly requestsMs: number; readonly jobsMs: number };
  readonly jobLeaseMs: number;
  readonly jobRetentionDays: number;
  readonly originalRetentionDays: number;
  readonly historyRetentionDays: number;
  readonly auditRetentionDays: number;
  readonly catalogSync: ReadonlySet<string>;
  readonly catalogMirrors: ReadonlySet<string>;
  readonly catalogTrustedKeys: ReadonlySet<string>;
  readonly liveSources: ReadonlySet<string>;
  readonly liveUrls: ReadonlySet<string>;
  readonly liveTimeoutSeconds: number;
  /** Internal hosts (`host` or `host:port`) that requests may reach. */
  readonly egressAllowlist: ReadonlySet<string>;
  /** Files in PEM and known_hosts format; empty: none. */
  readonly egressCaFile: string;
  readonly sshKnownHostsFile: string;
  readonly analyses: { readonly timeoutSeconds: number; readonly maxBytes: number };
  readonly masterKeyFile: string;
  readonly publicUrl: string;
  readonly oidc: {
    readonly issuer: string;
    readonly audience: string;
    readonly jwksUrl: string;
    /** Empty: nobody signs in with the provider. */
    readonly clientId: string;
    readonly clientSecret: string;
    readonly name: string;
    readonly scope: string;
    /** Empty: groups are not read. */
    readonly groupsClaim: string;
    /** Whether a sign-in, and whether a bearer token of the issuer, makes an account. */
    readonly createUsers: boolean;
    readonly tokensCreateUsers: boolean;
  };
  readonly ldap: {
    /** Empty: no directory. */
    readonly url: string;
    readonly bindDn: string;
    readonly bindPassword: string;
    readonly baseDn: string;
    readonly userFilter: string;
    readonly idAttribute: string;
    /** Empty: not read. */
    readonly groupAttribute: string;
    readonly groupBaseDn: string;
    readonly groupFilter: string;
  };
  readonly tracesEndpoint: string;
  readonly logLevel: string;

  constructor(environment: Readonly<Record<string, string | undefined>>) {
    const values = readSettings(environment);
    const text = (name: SettingName): string => values.get(name) ?? '';
    const integer = (name: SettingName): number => Number(text(name));
    const list = (name: SettingName): Set<string> => new Set(splitList(text(name)));

    this.port = integer('PORT');
    this.host = text('HOST');
    this.metricsPort = integer('METRICS_PORT');
    this.dataDir = resolve(projectRoot, text('DATA_DIR'));
    this.database = {
      url: text('DATABASE_URL'),
      poolerUrl: text('DATABASE_POOLER_URL'),
      pool: integer('DATABASE_POOL'),
    };
    this.redisUrl = checkRedisUrl(text('REDIS_URL'));
    this.blobStore = readBlobStore(text('BLOB_STORE_URL'));
    this.roles = list('ROLES') as Set<ProcessRole>;
    this.admin = { username: text('ADMIN_USERNAME'), password: text('ADMIN_PASSWORD') };
    this.sample = text('SAMPLE') === 'true';
    this.maxUploadBytes = integer('MAX_UPLOAD_BYTES');
    this.requestsPerMinute = integer('REQUESTS_PER_MINUTE');
    this.uploadBytesPerHour = integer('UPLOAD_BYTES_PER_HOUR');
    this.minBytesPerSecond = integer('MIN_BYTES_PER_SECOND');
    this.uploadsAtOnce = integer('UPLOADS_AT_ONCE');
    this.exportsAtOnce = integer('EXPORTS_AT_ONCE');
    this.trustedProxies = [...list('TRUSTED_PROXIES')];
    this.corsOrigins = [...list('CORS_ORIGINS')];
    this.imports = {
      waitMs: integer('IMPORT_WAIT_MS'),
      memoryMb: integer('IMPORT_MEMORY_MB'),
      timeoutSeconds: integer('IMPORT_TIMEOUT_S'),
      readerIdleSeconds: integer('IMPORT_READER_IDLE_S'),
      maxUnpackedBytes: integer('IMPORT_MAX_UNPACKED_BYTES'),
      maxDepth: integer('IMPORT_MAX_DEPTH'),
      maxComponents: integer('IMPORT_MAX_COMPONENTS'),
    };
    this.organizationMaxEntries = integer('ORGANIZATION_MAX_ENTRIES');
    this.workerConcurrency = integer('WORKER_CONCURRENCY');
    this.resolutionThreads = integer('RESOLUTION_THREADS');
    this.exportThreads = integer('EXPORT_THREADS');
    this.stopping = stoppingTimes(integer('STOP_TIMEOUT_S') * 1_000);
    this.jobLeaseMs = integer('JOB_LEASE_MS');
    this.jobRetentionDays = integer('JOB_RETENTION_DAYS');
    this.originalRetentionDays = integer('ORIGINAL_RETENTION_DAYS');
    this.historyRetentionDays = integer('HISTORY_RETENTION_DAYS');
    this.auditRetentionDays = integer('AUDIT_RETENTION_DAYS');
    this.catalogSync = list('CATALOG_SYNC');
    this.catalogMirrors = list('CATALOG_MIRRORS');
    this.catalogTrustedKeys = list('CATALOG_TRUSTED_KEYS');
    this.liveSources = list('LIVE_SOURCES');
    this.liveUrls = list('LIVE_URLS');
    this.liveTimeoutSeconds = integer('LIVE_TIMEOUT_S');
    this.egressAllowlist = list('OUTSIDE_OPENED');
    this.egressCaFile = text('OUTSIDE_CA_FILE');
    this.sshKnownHostsFile = text('SSH_KNOWN_HOSTS_FILE');
    this.analyses = { timeoutSeconds: integer('ANALYSIS_TIMEOUT_S'), maxBytes: integer('ANALYSIS_MAX_BYTES') };
    this.masterKeyFile = text('MASTER_KEY_FILE') || resolve(this.dataDir, 'keys', 'master.key');
    this.publicUrl = text('PUBLIC_URL') || `http://localhost:${this.port}`;
    this.oidc = {
      issuer: text('OIDC_ISSUER'),
      audience: text('OIDC_AUDIENCE'),
      jwksUrl: text('OIDC_JWKS_URL'),
      clientId: text('OIDC_CLIENT_ID'),
      clientSecret: text('OIDC_CLIENT_SECRET'),
      name: text('OIDC_NAME'),
      scope: text('OIDC_SCOPE'),
      groupsClaim: text('OIDC_GROUPS_CLAIM'),
      createUsers: text('OIDC_CREATE_USERS') === 'true',
      tokensCreateUsers: text('OIDC_CREATE_USERS') !== 'false',
    };
    this.ldap = {
      url: ldapUrl(text('LDAP_URL'), text('LDAP_BIND_DN'), text('LDAP_BIND_PASSWORD')),
      bindDn: text('LDAP_BIND_DN'),
      bindPassword: text('LDAP_BIND_PASSWORD'),
      baseDn: text('LDAP_BASE_DN'),
      userFilter: text('LDAP_USER_FILTER'),
      idAttribute: text('LDAP_ID_ATTRIBUTE'),
      groupAttribute: text('LDAP_GROUP_ATTRIBUTE'),
      groupBaseDn: text('LDAP_GROUP_BASE_DN'),
      groupFilter: text('LDAP_GROUP_FILTER'),
    };
    this.tracesEndpoint = text('OTEL_EXPORTER_OTLP_ENDPOINT');
    this.logLevel = text('LOG_LEVEL') || (process.stderr.isTTY ? 'warn' : 'info');
  }

  get embedded(): boolean {
    return this.database.url === '';
  }

  has(role: ProcessRole): boolean {
    return this.roles.has(role);
  }
}

/** @throws ConfigurationError for an address that is none, or without an account to search as */
function ldapUrl(url: string, bindDn: string, bindPassword: string): string {
  if (url === '') return url;
  if (!/^ldaps?:\/\/(?:[\w.-]+|\[[\da-f:]+\])(?::\d{1,5})?\/?$/i.test(url))
    throw new ConfigurationError(
      'LDAP_URL must be ldaps://HOST or ldap://HOST, with a port if it is another than usual',
    );
  // A bind without a password is one of nobody, and searches what everybody may see.
  if (bindDn === '' || bindPassword === '')
    throw new ConfigurationError('LDAP_URL needs LDAP_BIND_DN and LDAP_BIND_PASSWORD, an account that may search');
  return url;
}

/** Reads the process environment over an optional `.env` file beside package.json. */
export function loadConfiguration(environment = process.env, file = resolve(projectRoot, '.env')): Configuration {
  const fromFile = existsSync(file) ? parseEnvironmentFile(readFileSync(file, 'utf8')) : {};
  for (const name of Object.keys(fromFile))
    if (!(name in settings))
      throw new ConfigurationError(`.env: there is no setting ${name}; the README lists them all`);
  return new Configuration({ ...fromFile, ...environment });
}

/** Handlers that ignore their abort get five seconds, and what remains closes connections. */
function stoppingTimes(ms: number): { requestsMs: number; jobsMs: number } {
  const requestsMs = ms * 0.3;
  return { requestsMs, jobsMs: ms - requestsMs - 7_000 };
}

/** The address is not repeated: it may hold a password. */
function checkRedisUrl(url: string): string {
  const isRedis = URL.canParse(url) && /^rediss?:$/.test(new URL(url).protocol) && new URL(url).hostname !== '';
  if (url === '' || isRedis) return url;
  throw new ConfigurationError(
    'REDIS_URL is no address of a Redis server: write redis://host:port, or rediss:// for TLS',
  );
}

/** The address is not repeated: it holds a secret. */
function readBlobStore(url: string): BlobStoreAccess | null {
  const access = url === '' ? null : parseBlobStoreUrl(url);
  if (url === '' || access !== null) return access;
  throw new ConfigurationError(
    'BLOB_STORE_URL is no address of an object store: write s3://KEY:SECRET@bucket/prefix?endpoint=https://host&region=name, KEY and SECRET percent-encoded',
  );
}
