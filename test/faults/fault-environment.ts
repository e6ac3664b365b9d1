import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectRoot } from '../../src/platform/project-root.js';
import { ApiClient } from '../support/api-client.js';
import { cyclonedx, library } from '../support/sboms.js';
import type { BackendName } from '../support/job-environment.js';
import { cloneDatabase, withClient } from '../support/postgres.js';
import { startRedis, type TestRedis } from '../support/redis.js';
import { freePort } from '../../src/platform/embedded/free-port.js';
import { ArmedProcess } from './armed-process.js';
import type { FaultAction, FaultStep } from './fault-step.js';
import { violations, type Read, type Upload } from './history.js';
import { Person } from './person.js';
import { quietState } from './quiet-state.js';
import { RequestLog } from './request-log.js';

const password = 'a password for tests';
/** Connections that died without a word are given up after two minutes. */
const quietLimitMs = 240_000;

/** Where the service keeps things, when a test puts something between. */
export interface Stores {
  readonly databaseUrl: string;
  /** Empty: the queue lives in the database. */
  readonly redisUrl: string;
  /** A temporary folder where none is given. */
  readonly dataDir?: string;
}

/** What the scheduler keeps for its hour is not under way. */
const isOpen = `state IN ('waiting', 'queued', 'active') AND name !~ '^(catalog|monitoring|retention)'`;

/** The built service as two processes, API and worker, with a client that writes down what it was told. */
export class FaultEnvironment {
  api!: ArmedProcess;
  worker!: ArmedProcess;
  client!: ApiClient;
  sbomId = '';
  orgId = '';
  teamId = '';
  readonly uploads: Upload[] = [];
  readonly reads: Read[] = [];
  /** Who changes things while they break. */
  person!: Person;
  private readonly requests = new RequestLog();
  private readonly folder = mkdtempSync(join(tmpdir(), 'stocktake-faults-'));
  private port = '';
  /** The client's. */
  key = '';
  private count = 0;

  private constructor(
    /** For looking at the database past whatever the service has to go through. */
    readonly databaseUrl: string,
    readonly redis: TestRedis | null,
    private readonly stores: Stores,
    private readonly release: () => Promise<void>,
  ) {}

  /** On a database and a queue of its own, with both processes up and one SBOM. */
  static async open(
    backend: BackendName,
    through: (own: Stores) => Promise<Stores> = (own) => Promise.resolve(own),
  ): Promise<FaultEnvironment> {
    const clone = await cloneDatabase();
    const redis = backend === 'redis' ? await startRedis() : null;
    const own = { databaseUrl: clone.url, redisUrl: redis?.url ?? '' };
    const environment = new FaultEnvironment(clone.url, redis, await through(own), async () => {
      await redis?.stop();
      await clone.drop();
    });
    await environment.begin();
    return environment;
  }

  /** On an empty database that somebody else takes care of. */
  static async on(databaseUrl: string): Promise<FaultEnvironment> {
    const environment = new FaultEnvironment(databaseUrl, null, { databaseUrl, redisUrl: '' }, () => Promise.resolve());
    await environment.begin();
    return environment;
  }

  private async begin(): Promise<void> {
    writeFileSync(join(this.folder, 'master.key'), randomBytes(32).toString('base64'), { mode: 0o600 });
    this.port = String(await freePort());
    [this.api, this.worker] = await Promise.all([this.startApi(), this.startWorker()]);
    const nobody = new ApiClient(this.address);
    const login = await nobody.post('v1/sessions/login', { username: 'admin', password });
    const person = nobody.as(login.body.data.jwt);
    this.key = (await person.post('v1/users/createApiKey', { name: 'faults' })).body.data.key;
    this.client = nobody.as(this.key);
    const [team] = (await this.client.get('v1/teams/getTeams')).body.data;
    this.teamId = team.id;
    this.orgId = team.org_id;
    this.person = new Person(this.client, this.orgId, this.requests);
    await this.person.prepare();
    await this.newSbom();
  }

  get address(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async newSbom(): Promise<void> {
    const { body } = await this.client.post('v1/project/createSBOM', {
      name: 'sbom',
      version: '1',
      supplier: 's',
      contact_name: '',
      contact_email: '',
      org_id: this.orgId,
    });
    this.sbomId = body.data.id;
  }

  async close(): Promise<void> {
    await Promise.all([this.api, this.worker, ...this.others].map((each) => each?.stop()));
    await this.release();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async startApi(): Promise<ArmedProcess> {
    return (this.api = await ArmedProcess.start(this.environment({ ROLES: 'api,scheduler', PORT: this.port })));
  }

  async startWorker(): Promise<ArmedProcess> {
    return (this.worker = await ArmedProcess.start(
      this.environment({ ROLES: 'worker', PORT: String(await freePort()) }),
    ));
  }

  /** One more process beside API and worker. @param clockOffMs by how much its clock is wrong */
  async startAnother(roles: string, clockOffMs = 0): Promise<ArmedProcess> {
    const environment = { ROLES: roles, PORT: String(await freePort()), WRONG_CLOCK_MS: String(clockOffMs) };
    const ahead = ['-r', join(projectRoot, 'test/support/wrong-clock.cjs')];
    const another = await ArmedProcess.start(this.environment(environment), ahead);
    this.others.push(another);
    return another;
  }

  private readonly others: ArmedProcess[] = [];

  /** Both processes up again, whatever became of them. */
  async startMissing(): Promise<void> {
    await Promise.all([this.api.alive ? null : this.startApi(), this.worker.alive ? null : this.startWorker()]);
  }

  private environment(more: Record<string, string>): Record<string, string> {
    return {
      HOST: '127.0.0.1',
      LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
      SAMPLE: 'false',
      ADMIN_PASSWORD: password,
      JOB_LEASE_MS: '2000',
      DATABASE_URL: this.stores.databaseUrl,
      REDIS_URL: this.stores.redisUrl,
      DATA_DIR: this.stores.dataDir ?? join(this.folder, 'data'),
      MASTER_KEY_FILE: join(this.folder, 'master.key'),
      ...more,
    };
  }

  /** Sends the next version of the sbom and writes down what came of it. Never throws. */
  async upload(components = 12, pack: (document: string) => string | Buffer = (document) => document): Promise<Upload> {
    const marker = `m${(this.count += 1)}`;
    const entries = Array.from({ length: components }, (_, n) => library(`${marker}-${n}`, '1.0.0'));
    const document = pack(cyclonedx(entries));
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(Buffer.from(document))]), marker);
    const { sbomId } = this;
    const query = { sbom_id: sbomId, async: 'true' };
    const asked = performance.now();
    const sent = await this.requests.post(this.client, 'v1/project/importSBOM', { form, query });
    const upload: Upload = { sbomId, marker, components, asked, answered: performance.now(), ...sent };
    this.uploads.push(upload);
    return upload;
  }

  /** Of every upload and change; 599 where there was no answer. */
  get statuses(): readonly number[] {
    return this.requests.statuses;
  }

  /** An upload while somebody reviews. */
  async work(): Promise<void> {
    await Promise.all([this.upload(), this.person.work()]);
  }

  /** Looks at the SBOM as a reader does, and writes down what was shown; nothing where there was no answer. */
  async read(): Promise<void> {
    const asked = performance.now();
    const answer = await this.client.get('v1/project/getSBOM', { id: this.sbomId, limit: '1000' }).catch(() => null);
    if (answer?.status !== 200) return;
    const shown: Record<string, number> = {};
    for (const { name } of answer.body.data.entries as { name: string }[]) {
      const marker = name.slice(0, name.indexOf('-'));
      shown[marker] = (shown[marker] ?? 0) + 1;
    }
    this.reads.push({ sbomId: this.sbomId, asked, answered: performance.now(), shown });
  }

  /** Waits until no run is open; throws what is still open when it takes too long. */
  async quiet(): Promise<void> {
    await withClient(this.databaseUrl, async (client) => {
      const open = `SELECT name, state, attempt, error FROM job_runs WHERE ${isOpen}`;
      for (const end = Date.now() + quietLimitMs; ; await sleep(50)) {
        const { rows } = await client.query(open);
        if (rows.length === 0) return;
        if (Date.now() > end) throw new Error(`still open: ${JSON.stringify(rows)}`);
      }
    });
  }

  /** Everything that was promised and not kept, once all is quiet. */
  async violations(): Promise<string[]> {
    await this.quiet();
    await this.read();
    await this.person.prepare();
    await this.quiet();
    const { uploads, reads } = this;
    const { changes, sbomIds } = this.person;
    const quiet = await quietState(this.databaseUrl, uploads, sbomIds);
    return violations({ uploads, reads, changes, quiet });
  }

  /** Has one process struck at the step while versions are sent, then starts it again and lets all come to rest. */
  async strikeAt(
    step: FaultStep,
    action: FaultAction = 'kill',
    work: () => Promise<unknown> = () => this.work(),
  ): Promise<void> {
    const victim = step.process === 'api' ? this.api : this.worker;
    await victim.arm(step, action);
    // Who hands a run on is a matter of chance; every other step is met by the first.
    for (let sent = 0; victim.alive; sent += 1) {
      if (sent === 10) throw new Error(`The step "${step.name}" is never reached`);
      await work();
      for (const end = Date.now() + 20_000; victim.alive && Date.now() < end; await sleep(20))
        if (sent < 9 && !(await this.hasOpenRuns())) break;
    }
    await this.read();
    await this.startMissing();
    await this.quiet();
  }

  async hasOpenRuns(): Promise<boolean> {
    return withClient(this.databaseUrl, async (client) => {
      const { rows } = await client.query(`SELECT FROM job_runs WHERE ${isOpen} LIMIT 1`);
      return rows.length > 0;
    });
  }
}
