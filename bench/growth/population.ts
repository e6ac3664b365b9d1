import { Database } from '../../src/platform/database/database.js';
import { newId } from '../../src/platform/identifiers/uuid.js';
import { findOrCreateDefaultRuleset } from '../../src/rulesets/rulesets.repository.js';
import { noisy, pickedEntries, type ListedComponent } from '../resolution/lists.js';
import type { BenchService } from '../service/bench-service.js';
import { idle } from '../service/settled.js';
import { withoutIndexes } from '../service/without-indexes.js';
import { cloneSboms, type Clone } from './cloned-sboms.js';

/** Components of an SBOM, and SBOMs of an organization. */
export const entriesOfSbom = 1_000;
export const sbomsOfOrganization = 50;
/** SBOMs that the pipeline imports; the others are made of their rows. */
const modelCount = 20;

const [modelsName, organizationName] = ['models', 'organization'];

/** A document as scanners write them: four of five components with their package URL, the others by name alone. */
export function documentOf(components: readonly ListedComponent[]): string {
  return JSON.stringify({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    components: components.map(({ name, org, version, purl }, index) => ({
      type: 'library',
      'bom-ref': `ref-${index}`,
      name,
      version,
      ...(org !== '' && { group: org }),
      ...(purl && { purl: version === '' ? purl : `${purl}@${encodeURIComponent(version)}` }),
      licenses: [{ license: { id: index % 3 === 0 ? 'Apache-2.0' : 'MIT' } }],
      hashes: [{ alg: 'SHA-256', content: index.toString(16).padStart(64, '0') }],
      properties: [{ name: 'syft:location:0:path', value: `/app/${name}/package.json` }],
    })),
    dependencies: components.map((_, index) => ({
      ref: `ref-${index}`,
      dependsOn: [index * 2 + 1, index * 2 + 2].filter((each) => each < components.length).map((each) => `ref-${each}`),
    })),
  });
}

/** Lists of components of the catalogue, each different. */
export async function listsOfCatalogue(database: Database, count: number, size: number): Promise<ListedComponent[][]> {
  const entries = await database.session('system', (sql) => pickedEntries(sql, count * size * 2));
  const packages = entries.filter(({ purl }) => purl !== undefined);
  const named = noisy(entries.filter(({ purl }) => purl === undefined));
  return Array.from({ length: count }, (_, list) =>
    Array.from({ length: size }, (_, index) => {
      const nth = list * size + index;
      const entry = index % 5 === 4 ? named[nth % named.length]! : packages[nth % packages.length]!;
      // The catalogue does not list the versions of every package.
      return { ...entry, version: entry.version || `1.${nth % 40}.0` };
    }),
  );
}

/** The SBOMs that the pipeline imports, in an organization of their own; a kept folder has them already. */
export async function importModels(service: BenchService): Promise<string[]> {
  const database = service.nest.get(Database);
  const known = await sbomsOf(database, modelsName);
  if (known.length > 0) return known;
  const { orgId } = await newOrganization(service, modelsName);
  const models: string[] = [];
  for (const list of await listsOfCatalogue(database, modelCount, entriesOfSbom)) {
    const id = await service.newSbom(`model ${models.length}`, orgId);
    await service.upload(id, new Blob([documentOf(list)]));
    models.push(id);
  }
  await idle(service.databaseUrl);
  return models;
}

async function sbomsOf(database: Database, organization: string): Promise<string[]> {
  const rows = await database.transaction('system', (sql) =>
    sql.query<{ id: string }>(
      `SELECT s.id FROM sboms s JOIN organizations o ON o.id = s.org_id WHERE o.name = $organization ORDER BY s.created_at`,
      { organization },
    ),
  );
  return rows.map(({ id }) => id);
}

/** An organization that is measured, with its SBOMs. */
export interface Measured {
  readonly orgId: string;
  readonly sboms: readonly string[];
}

/** The measured organizations, so many that their SBOMs have `components` entries. */
export async function growTo(
  service: BenchService,
  models: readonly string[],
  components: number,
): Promise<Measured[]> {
  const database = service.nest.get(Database);
  const there = await measured(database);
  const clones: Clone[] = [];
  const start = Date.now();
  for (let nth = there.length; nth < components / entriesOfSbom / sbomsOfOrganization; nth += 1) {
    const owner = await newOrganization(service, `${organizationName} ${nth}`);
    for (let sbom = 0; sbom < sbomsOfOrganization; sbom += 1) {
      const place = nth * sbomsOfOrganization + sbom;
      // The first 48 bits are the time of each clone: in order, and of one clone alone.
      const time = (start + clones.length).toString(16).padStart(12, '0');
      const id = `${time.slice(0, 8)}-${time.slice(8)}-${newId().slice(14)}`;
      clones.push({ ...owner, id, model: models[place % models.length]!, name: `sbom ${place}` });
    }
  }
  if (clones.length === 0) return there;
  await database.session('system', async (session) => {
    await session.run("SET maintenance_work_mem = '1GB'");
    await session.run('SET synchronous_commit = off');
    await withoutIndexes(session, ['components', 'component_scores'], () => cloneSboms(session, clones));
    await session.query('VACUUM ANALYZE');
  });
  return measured(database);
}

const measured = (database: Database): Promise<Measured[]> =>
  database.transaction('system', (sql) =>
    sql.query<{ orgId: string; sboms: string[] }>(
      `SELECT o.id AS "orgId", array_agg(s.id::text ORDER BY s.created_at) AS sboms FROM organizations o
       JOIN sboms s ON s.org_id = o.id AND s.deleted_at IS NULL AND s.name LIKE 'sbom %'
       WHERE o.name LIKE '${organizationName} %' GROUP BY o.id ORDER BY o.created_at, o.id`,
    ),
  );

async function newOrganization(service: BenchService, name: string): Promise<Omit<Clone, 'id' | 'model' | 'name'>> {
  const { data } = await service.post('organizations/createOrganization', { name });
  const orgId: string = data.id;
  return service.nest.get(Database).transaction('system', async (sql) => {
    const team = await sql.one<{ id: string }>('SELECT id FROM teams WHERE org_id = $orgId LIMIT 1', { orgId });
    const ruleset = await findOrCreateDefaultRuleset(sql, orgId);
    return { orgId, teamId: team!.id, rulesetId: ruleset.id };
  });
}
