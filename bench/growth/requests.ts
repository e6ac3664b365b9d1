import { randomBytes } from 'node:crypto';
import { Database } from '../../src/platform/database/database.js';
import type { ListedComponent } from '../resolution/lists.js';
import { timed, type BenchService } from '../service/bench-service.js';
import { idle } from '../service/settled.js';
import { documentOf, type Measured } from './population.js';

/** Somebody who belongs to one organization, as most users do: what a request costs grows with memberships. */
export interface Member extends Measured {
  readonly get: (path: string, query: Record<string, string>) => Promise<any>;
  readonly post: (path: string, body: object) => Promise<any>;
}

/** Organizations that requests go to in turn, spread over all. */
const sampled = 20;

export async function membersOf(service: BenchService, organizations: readonly Measured[]): Promise<Member[]> {
  const step = Math.max(1, Math.floor(organizations.length / sampled));
  const chosen = organizations.filter((_, index) => index % step === 0).slice(0, sampled);
  const members: Member[] = [];
  for (const one of chosen) {
    const username = `member-${randomBytes(6).toString('hex')}`;
    const { data } = await service.post('users/createUser', { username, org_id: one.orgId, role: 'admin' });
    const login = await service.post('sessions/login', { username, password: data.password });
    const as = { token: login.data.jwt as string };
    members.push({
      ...one,
      get: (path, query) => service.send('GET', path, { query, ...as }),
      post: (path, body) => service.send('POST', path, { body: JSON.stringify(body), ...as }),
    });
  }
  return members;
}

/** What is asked for, `n` a running number. */
export interface Question {
  readonly what: string;
  readonly ask: (member: Member, n: number) => Promise<unknown>;
}

const at = <T>(list: readonly T[], n: number): T => list[(n * 7919) % list.length]!;

/** Names and package URLs that entries have. */
export interface Known {
  readonly names: readonly string[];
  readonly purls: readonly string[];
}

export const knownEntries = async (service: BenchService, model: string): Promise<Known> =>
  (await service.nest.get(Database).transaction('system', (sql) =>
    sql.one<Known>(
      `SELECT array_agg(name ORDER BY position) FILTER (WHERE length(name) > 4) AS names,
         array_agg(selected_purl ORDER BY position) FILTER (WHERE selected_purl IS NOT NULL) AS purls
       FROM components WHERE sbom_id = $model AND deleted_at IS NULL`,
      { model },
    ),
  ))!;

export const questions = ({ names, purls }: Known): Question[] => [
  { what: 'getSBOMs', ask: ({ get, orgId }) => get('project/getSBOMs', { org_id: orgId, limit: '100' }) },
  {
    what: 'getSBOM, a page of 100 entries',
    ask: ({ get, sboms }, n) =>
      get('project/getSBOM', { id: at(sboms, n), limit: '100', offset: String((n % 9) * 100) }),
  },
  {
    what: 'getSBOM, its worst 100 entries',
    ask: ({ get, sboms }, n) => get('project/getSBOM', { id: at(sboms, n), limit: '100', sort: '-risk' }),
  },
  { what: 'findComponents, a version', ask: ({ get }, n) => get('project/findComponents', { purl: at(purls, n) }) },
  {
    what: 'findComponents, a package',
    ask: ({ get }, n) => get('project/findComponents', { purl: at(purls, n).replace(/@[^@]*$/, '') }),
  },
  { what: 'findComponents, a name', ask: ({ get }, n) => get('project/findComponents', { name: at(names, n) }) },
  {
    what: 'findComponents, part of a name',
    ask: ({ get }, n) => get('project/findComponents', { name: at(names, n).slice(1), match: 'part' }),
  },
  { what: 'review/getQueue', ask: ({ get, orgId }) => get('review/getQueue', { org_id: orgId }) },
  {
    what: 'review/getQueue, the riskiest first',
    ask: ({ get, orgId }) => get('review/getQueue', { org_id: orgId, sort: '-risk' }),
  },
  {
    what: 'vulnerabilities of an organization',
    ask: ({ get, orgId }) => get('vulnerability/getVulnerabilities', { org_id: orgId, limit: '50' }),
  },
  {
    what: 'vulnerabilities of an SBOM',
    ask: ({ get, sboms }, n) => get('vulnerability/getVulnerabilitiesForSBOM', { id: at(sboms, n) }),
  },
  {
    what: 'trend of an organization',
    ask: ({ get, orgId }) => get('report/getOrganizationTrend', { org_id: orgId, days: '30' }),
  },
];

/** One after the other, each in another organization, after a few to warm up. */
export async function timesOf({ ask }: Question, members: readonly Member[], requests: number): Promise<number[]> {
  const times: number[] = [];
  for (let n = -members.length; n < requests; n += 1) {
    const member = members[Math.abs(n) % members.length]!;
    const { ms } = await timed(() => ask(member, Math.abs(n)));
    if (n >= 0) times.push(ms);
  }
  return times;
}

/** Near names, and decisions, each after what the one before had resolved and scored again. */
export async function reviewTimes(
  service: BenchService,
  members: readonly Member[],
  count: number,
): Promise<{ near: number[]; decide: number[] }> {
  const [near, decide]: [number[], number[]] = [[], []];
  for (let n = 0; n < count; n += 1) {
    const { get, post, orgId } = members[n % members.length]!;
    const { data } = await get('review/getQueue', { org_id: orgId, limit: '5' });
    const ids = data.map(({ id }: { id: string }) => id).join(',');
    near.push((await timed(() => get('review/getNearNames', { org_id: orgId, ids }))).ms);
    const { id: group, revision } = data[0];
    const body = { org_id: orgId, group, revision, choice: { disposition: 'not_software' } };
    decide.push((await timed(() => post('review/decide', body))).ms);
    await idle(service.databaseUrl);
  }
  return { near, decide };
}

const importedName = 'imported';

/** How many lists `importTimes` has imported into this database. */
export const importedLists = async (database: Database): Promise<number> =>
  (await database.transaction('system', (sql) =>
    sql.one<{ count: number }>(`SELECT count(*)::int AS count FROM sboms WHERE name = $importedName`, { importedName }),
  ))!.count;

/** From the upload of a list until it is visible, and until it is resolved and scored. */
export async function importTimes(
  service: BenchService,
  lists: readonly (readonly ListedComponent[])[],
): Promise<{ visible: number[]; scored: number[] }> {
  const [visible, scored]: [number[], number[]] = [[], []];
  for (const list of lists) {
    const sbomId = await service.newSbom(importedName);
    const whole = await timed(async () => {
      const { ms } = await timed(async () => {
        const { meta } = await service.upload(sbomId, new Blob([documentOf(list)]));
        await jobEnd(service, meta.job_id);
      });
      visible.push(ms);
      await idle(service.databaseUrl);
    });
    scored.push(whole.ms);
  }
  return { visible, scored };
}

async function jobEnd({ get }: BenchService, id: string): Promise<void> {
  for (;;) {
    const { data } = await get('jobs/getJob', { id });
    if (data.status === 'failed') throw new Error(data.error);
    if (data.status === 'succeeded') return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
