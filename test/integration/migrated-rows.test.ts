import { randomUUID as newId } from 'node:crypto';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../src/data-source.js';
import { createDatabase } from '../support/postgres.js';

describe('the rows that a migration fills from those before it', () => {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let dataSource: DataSource;

  beforeAll(async () => {
    database = await createDatabase();
    dataSource = await new DataSource(dataSourceOptions(database.url, 2, 'patient')).initialize();
    await dataSource.runMigrations({ transaction: 'each' });
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  /** Takes the migration back, lets rows be written as before it, and makes it again. */
  async function migrated(name: string, write: () => Promise<void>): Promise<void> {
    const names = dataSource.migrations.map((one) => one.constructor.name);
    const back = names.length - names.findIndex((one) => one.startsWith(name));
    for (let left = back; left > 0; left -= 1) await dataSource.undoLastMigration({ transaction: 'each' });
    await write();
    await dataSource.runMigrations({ transaction: 'each' });
  }
  async function insert(table: string, row: Record<string, unknown>): Promise<string> {
    const { id = newId(), ...values } = row;
    const all = { id, ...values };
    const places = Object.keys(all).map((_, index) => `$${index + 1}`);
    await dataSource.query(
      `INSERT INTO ${table} (${Object.keys(all).join(', ')}) VALUES (${places.join(', ')})`,
      Object.values(all),
    );
    return String(id);
  }
  const [org_id, team_id] = [newId(), newId()];
  const texts = {
    name: 'n',
    version: '',
    supplier: '',
    contact_name: '',
    contact_email: '',
    monitor_frequency: 'daily',
  };
  const sbom = (more: object = {}) => insert('sboms', { org_id, team_id, ...texts, ...more });

  it('say of which team the SBOMs were that a review decision was made in, if all were of one', async () => {
    const decision = async (sbomIds: readonly string[]): Promise<string> => {
      const none = { review_key: 'k', name: 'n', org: '', hint: '', choice: 'internal', note: '', user_name: 'u' };
      const counts = { entry_count: 1, sbom_count: sbomIds.length, user_id: newId() };
      const decision_id = await insert('review_decisions', { org_id, ...none, ...counts });
      for (const sbom_id of sbomIds)
        await dataSource.query(
          `INSERT INTO review_decision_entries (decision_id, component_id, org_id, sbom_id, before)
           VALUES ($1, gen_random_uuid(), $2, $3, '{}')`,
          [decision_id, org_id, sbom_id],
        );
      return decision_id;
    };
    const teams = new Map<string, string | null>();
    await migrated('Erasure', async () => {
      const [own, second, other] = [await sbom(), await sbom(), await sbom({ team_id: newId() })];
      teams.set(await decision([own, own, second]), team_id);
      teams.set(await decision([own, other]), null);
      teams.set(await decision([]), null);
      teams.set(await decision([newId()]), null);
    });
    const found = await dataSource.query('SELECT id, team_id FROM review_decisions');
    expect(new Map(found.map((row: { id: string; team_id: string | null }) => [row.id, row.team_id]))).toEqual(teams);
  });

  it('are outdated where a ruleset takes an unknown chance of exploitation otherwise', async () => {
    const ids = new Map<string, string>();
    await migrated('UnknownExploitation', async () => {
      for (const rule of ['vulnerability.exploit-probability', 'vulnerability.exploited']) {
        const assessed_ruleset_id = await insert('rulesets', { org_id, name: rule, rule_ids: [rule] });
        ids.set(await sbom({ assessed_ruleset_id, assessed_ruleset_version: 1 }), rule);
        ids.set(assessed_ruleset_id, rule);
      }
    });
    const found: { id: string; is_assessed: boolean }[] = await dataSource.query(
      'SELECT id, assessed_ruleset_id IS NOT NULL AS is_assessed FROM sboms WHERE id = ANY ($1)',
      [[...ids.keys()]],
    );
    expect(new Map(found.map(({ id, is_assessed }) => [ids.get(id), is_assessed]))).toEqual(
      new Map([
        ['vulnerability.exploit-probability', false],
        ['vulnerability.exploited', true],
      ]),
    );
    const jobs: { subject_id: string }[] = await dataSource.query(
      `SELECT subject_id FROM job_runs WHERE name = 'ruleset.changed'`,
    );
    expect(jobs.map(({ subject_id }) => ids.get(subject_id))).toEqual(['vulnerability.exploit-probability']);
  });

  it.each([
    ...['AssessedAgain', 'AssessedByBaseMetrics', 'AssessedUnderBothParts', 'CoverageOfHistory', 'ProductNames'],
    ...['DeclaredSources', 'ReleasesOfAdvisories'],
  ])('have every entity assessed again (%s)', async (migration) => {
    const keys = async () => (await dataSource.query('DELETE FROM score_changes RETURNING key')) as [{ key: string }[]];
    await migrated(migration, async () => {
      await dataSource.query('DELETE FROM entity_scores');
      await keys();
    });
    expect((await keys())[0]).toEqual([]);
    await migrated(migration, async () => {
      await dataSource.query(
        `INSERT INTO entity_scores (entity_id, version, keys, risk, risk_ecosystem, risk_technology, risk_supply_chain,
           readings, coverage, tags, digest, formula_version)
         VALUES (gen_random_uuid(), '', '{}', 0, 0, 0, 0, '{}', '{}', '[]', '', '4')`,
      );
      await keys();
    });
    expect(new Set((await keys())[0].map(({ key }) => key))).toEqual(new Set(['coverage']));
  });

  it('have their products found in every spelling', async () => {
    await migrated('ProductNames', async () => {
      await dataSource.query(
        `INSERT INTO catalog_products (key, cpe, part, vendor, product)
         VALUES ('a:nimbus:sky', 'cpe:2.3:a:nimbus:sky:*:*:*:*:*:*:*:*', 'a', 'nimbus', 'sky')`,
      );
      await dataSource.query(
        `INSERT INTO catalog_vulnerable_products (product_key, cve, source, criteria)
         VALUES ('a:nimbus_inc.:nimbus_sky', 'CVE-2023-1', 'x', '[]'), ('a:nimbus_inc.:nimbus_sky', 'CVE-2023-2', 'x', '[]')`,
      );
    });
    expect(await dataSource.query('SELECT * FROM catalog_product_names ORDER BY 2, 1')).toEqual([
      { name: 's:nimbus:sky', product_key: 'a:nimbus:sky' },
      { name: 's:nimbus:nimbussky', product_key: 'a:nimbus_inc.:nimbus_sky' },
      { name: 's:nimbus:sky', product_key: 'a:nimbus_inc.:nimbus_sky' },
    ]);
  });

  it('say of a former score that its coverage is not known', async () => {
    const scored = { formula_version: '4', risk: 0, risk_ecosystem: 0, risk_technology: 0, risk_supply_chain: 0 };
    await migrated('CoverageOfHistory', async () => {
      const values = Object.values({ entity_id: newId(), ...scored, vulnerabilities: 0 });
      await dataSource.query(
        `INSERT INTO entity_score_history (entity_id, ${Object.keys(scored).join(', ')}, vulnerabilities)
         VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        values,
      );
    });
    expect(await dataSource.query('SELECT vulnerabilities, coverage, examined FROM entity_score_history')).toEqual([
      { vulnerabilities: 0, coverage: null, examined: null },
    ]);
  });

  it('have what is listed under several vendors assessed again, now and after a new link', async () => {
    const link = (product: string) =>
      dataSource.query(
        `INSERT INTO catalog_links (from_kind, from_id, to_kind, to_id, relation, sources)
         SELECT 3, 1, 2, id, 'same', '{a}' FROM catalog_products WHERE key = $1`,
        [product],
      );
    const keys = async () => {
      const [rows] = (await dataSource.query('DELETE FROM score_changes RETURNING key')) as [{ key: string }[]];
      return rows.map(({ key }) => key).sort();
    };
    await migrated('OtherProductNames', async () => {
      for (const key of ['a:nimbus:gate', 'a:cirrus:gate', 'a:stratus:gate', 'a:nimbus:other'])
        await dataSource.query(
          `INSERT INTO catalog_products (key, cpe, part, vendor, product)
           VALUES ($1, $1, 'a', split_part($1, ':', 2), split_part($1, ':', 3))`,
          [key],
        );
      await link('a:nimbus:gate');
      await link('a:cirrus:gate');
      await link('a:nimbus:other');
      for (const [version, key] of [
        ['1.0', 'a:nimbus:plain'],
        ['1.0-alpine', 'a:nimbus:built'],
      ])
        await dataSource.query(
          `INSERT INTO entity_scores (entity_id, version, cpe, keys, risk, risk_ecosystem, risk_technology,
             risk_supply_chain, readings, coverage, tags, digest, formula_version)
           VALUES (gen_random_uuid(), $1, $2, ARRAY[$2, 'CVE-2024-1'], 0, 0, 0, 0, '{}', '{}', '[]', '', '4')`,
          [version, key],
        );
      await keys();
    });
    const added = (await keys()).filter((key) => key !== 'coverage');
    expect(added).toEqual(['a:cirrus:gate', 'a:nimbus:built', 'a:nimbus:gate']);
    await link('a:stratus:gate');
    expect(await keys()).toEqual(['a:cirrus:gate', 'a:nimbus:gate', 'a:stratus:gate']);
  });

  it.each([
    ['AssessedAgain', ['kev']],
    ['AssessedByBaseMetrics', ['endoflife', 'kev', 'osv-debian']],
    ['NamesOfAdvisories', ['cve-list', 'endoflife', 'kev', 'osv-debian']],
  ])('have sources loaded whole whose records are read otherwise (%s)', async (migration, left) => {
    const names = ['cve-list', 'endoflife', 'osv-debian', 'csaf-red-hat', 'kev'];
    await migrated(migration, async () => {
      await dataSource.query('DELETE FROM catalog_sources');
      for (const name of names)
        await dataSource.query(
          `INSERT INTO catalog_sources (name, origin, state, validators)
           VALUES ($1, 'https://example.org', 'loaded', '{"etag": "a"}')`,
          [name],
        );
    });
    const kept = await dataSource.query(`SELECT name FROM catalog_sources WHERE validators <> '{}' ORDER BY name`);
    expect(kept).toEqual(left.map((name) => ({ name })));
  });

  it('say of which registry a package was before an import', async () => {
    const places = { org_id, sbom_id: await sbom(), name: 'a', org: '', version: '2', position: 0, status: 'resolved' };
    const selected_purl = 'pkg:npm/a@2?repository_url=https://npm.acme.example';
    const component_id = await insert('components', { ...places, ref: newId(), selected_purl });
    const former = async (until: string, identity: string) =>
      dataSource.query(
        `INSERT INTO former_entries (component_id, until, org_id, sbom_id, name, org, version, identity, license)
         VALUES ($1, $2, $3, $4, 'a', '', '1', $5, '')`,
        [component_id, until, org_id, places.sbom_id, identity],
      );
    await migrated('RegistriesOfIdentities', async () => {
      await former('2026-01-01', 'pkg:npm/b');
      await former('2026-01-02', 'pkg:npm/a');
    });
    const rows = await dataSource.query('SELECT identity FROM former_entries ORDER BY until');
    expect(rows).toEqual([
      { identity: 'pkg:npm/b' },
      { identity: 'pkg:npm/a?repository_url=https://npm.acme.example' },
    ]);
  });

  it('say of which registry a package is that alarms were published of', async () => {
    const own = 'pkg:npm/a@1?repository_url=https://npm.acme.example';
    const places = { org_id, sbom_id: await sbom(), name: 'a', org: '', version: '1', position: 0, status: 'resolved' };
    const component = (selected_purl: string) => insert('components', { ...places, ref: newId(), selected_purl });
    const open = async (component_id: string, subject: string, name: string) =>
      dataSource.query(
        `INSERT INTO open_alarms (sbom_id, org_id, kind, package, subject, component_id, status, exploited)
         VALUES ($1, $2, 'vulnerability', $3, $4, $5, 'affected', false)`,
        [places.sbom_id, org_id, name, subject, component_id],
      );
    await migrated('RegistriesOfAlarms', async () => {
      await open(await component(own), 'CVE-1', 'pkg:npm/a');
      await open(await component('pkg:npm/a@1'), 'CVE-2', 'pkg:npm/a');
      await open(await component('pkg:npm/b@1?vcs_url=x'), 'CVE-3', 'pkg:npm/b');
    });
    const rows = await dataSource.query('SELECT subject, package FROM open_alarms ORDER BY subject');
    expect(rows).toEqual([
      { subject: 'CVE-1', package: own.replace('@1', '') },
      { subject: 'CVE-2', package: 'pkg:npm/a' },
      { subject: 'CVE-3', package: 'pkg:npm/b' },
    ]);
    await migrated('RegistriesOfAlarms', async () => {});
    expect(await dataSource.query('SELECT subject, package FROM open_alarms ORDER BY subject')).toEqual(rows);
  });

  it('say of a finding how another source rates it worse', async () => {
    const entity_id = newId();
    const reasons = {
      'CVE-1': 'Affected (CVE-2 was rejected) (rated medium by its advisory, which counts, and by NVD worse: CVE-1 critical, CVSS 9.8)',
      'CVE-2': 'Affected (rated low by its advisory, which counts, and by the CVE List worse: CVE-3 high)',
      'CVE-4': 'Affected before 2.0.0',
    }; // prettier-ignore
    await migrated('WorseRatings', async () => {
      for (const [id, reason] of Object.entries(reasons))
        await dataSource.query(
          `INSERT INTO entity_vulnerabilities (entity_id, id, names, status, reason, severity, malicious, summary)
           VALUES ($1, $2, '{}', 'affected', $3, 'medium', false, '')`,
          [entity_id, id, reason],
        );
    });
    expect(await dataSource.query('SELECT id, worse_rating FROM entity_vulnerabilities ORDER BY id')).toEqual([
      { id: 'CVE-1', worse_rating: { cve: 'CVE-1', severity: 'critical', score: 9.8, source: 'NVD' } },
      { id: 'CVE-2', worse_rating: { cve: 'CVE-3', severity: 'high', score: null, source: 'the CVE List' } },
      { id: 'CVE-4', worse_rating: null },
    ]);
  });

  it('are scored again where they are packages of distributions, whose declared release and source counts', async () => {
    const [sbom_id, other] = [await sbom(), await sbom()];
    const scored = async (selected_purl: string, place: string) => {
      const more = { name: 'a', org: '', version: '1', position: 0, status: 'resolved' };
      const component_id = await insert('components', { org_id, sbom_id: place, ref: newId(), ...more, selected_purl });
      await dataSource.query(
        `INSERT INTO component_scores (component_id, org_id, sbom_id, risk, risk_ecosystem, risk_technology,
           risk_supply_chain, stamp) VALUES ($1, $2, $3, 0, 0, 0, 0, 'scored')`,
        [component_id, org_id, place],
      );
    };
    await migrated('DeclaredSources', async () => {
      for (const purl of ['pkg:deb/debian/a@1', 'pkg:rpm/redhat/a@1', 'pkg:apk/alpine/a@1', 'pkg:npm/a@1'])
        await scored(purl, sbom_id);
      await scored('pkg:npm/deb@1', other);
      await dataSource.query('DELETE FROM score_changes');
    });
    const scores = await dataSource.query(
      `SELECT c.selected_purl AS purl, s.stamp FROM component_scores s JOIN components c ON c.id = s.component_id
       WHERE s.sbom_id = ANY ($1) ORDER BY 1`,
      [[sbom_id, other]],
    );
    expect(scores).toEqual([
      { purl: 'pkg:apk/alpine/a@1', stamp: '' },
      { purl: 'pkg:deb/debian/a@1', stamp: '' },
      { purl: 'pkg:npm/a@1', stamp: 'scored' },
      { purl: 'pkg:npm/deb@1', stamp: 'scored' },
      { purl: 'pkg:rpm/redhat/a@1', stamp: '' },
    ]);
    const changes = await dataSource.query(`SELECT key FROM score_changes WHERE key LIKE 'sbom %'`);
    expect(changes).toEqual([{ key: `sbom ${sbom_id}` }]);
  });

  it('say which releases of distributions loaded advisories name', async () => {
    const advisory = (id: string, ...ecosystems: string[]) =>
      dataSource.query(`INSERT INTO catalog_advisories (id, source, record) VALUES ($1, 'osv', $2)`, [
        id,
        { id, affected: ecosystems.map((ecosystem) => ({ package: { ecosystem, name: 'a' } })) },
      ]);
    await migrated('ReleasesOfAdvisories', async () => {
      await advisory('DSA-1', 'Debian:12', 'Debian:13');
      await advisory('DSA-2', 'Debian:12', 'npm', 'Ubuntu:22.04:LTS');
      await advisory('RHSA-1', 'Red Hat:enterprise_linux:9::baseos', 'Red Hat:openshift:4.12::el8');
      await advisory('MVN-1', 'Maven:https://repo.example.org/maven');
    });
    const rows = await dataSource.query('SELECT ecosystem FROM catalog_advisory_ecosystems ORDER BY 1');
    expect(rows.map(({ ecosystem }: { ecosystem: string }) => ecosystem)).toEqual([
      ...['Debian:12', 'Debian:13', 'Red Hat:enterprise_linux:9::baseos', 'Ubuntu:22.04:LTS'],
    ]);
  });

  it('say of what is monitored when it succeeded last, since when it fails, and by which jobs', async () => {
    const at = (day: number) => new Date(Date.UTC(2026, 0, day));
    const job = (state: string, day: number) =>
      insert('job_runs', {
        name: 'monitoring.sbom',
        queue: 'background',
        org_id,
        payload: '{}',
        state,
        max_attempts: 1,
        finished_at: at(day),
      });
    const run = async (subject_id: string, day: number, isDone: boolean, job_id: string = newId()) => {
      const times = { due_at: at(day), created_at: at(day), finished_at: isDone ? at(day) : null };
      await insert('monitoring_runs', { org_id, team_id, subject_kind: 'sbom', subject_id, job_id, ...times });
      return job_id;
    };
    const [fine, failing, analysed, never, none] = [newId(), newId(), newId(), newId(), newId()];
    const jobs: Record<string, string> = {};
    await migrated('MonitoringStates', async () => {
      await run(fine, 1, false, await job('failed', 1));
      jobs.fine = await run(fine, 2, true, await job('succeeded', 2));
      await run(failing, 1, true);
      await run(failing, 2, false, await job('failed', 3));
      jobs.failing = await run(failing, 4, false, await job('cancelled', 5));
      jobs.analysed = await run(analysed, 1, false);
      const [own, branch] = [
        await sbom({ project_id: analysed }),
        await sbom({ branch_project_id: none, branch: 'x' }),
      ];
      await insert('analyses', { org_id, project_id: analysed, type: 'git', sbom_id: own, finished_at: at(6) });
      await insert('analyses', { org_id, project_id: none, type: 'git', sbom_id: branch, finished_at: at(6) });
      jobs.never = await run(never, 7, false);
    });
    const states = await dataSource.query(
      `SELECT subject_id, org_id, succeeded_at, failing_since, failed_job_id, job_id, enqueued_at FROM monitoring_states
       ORDER BY enqueued_at, succeeded_at`,
    );
    const latest = (subject_id: string, job_id: string | undefined, day: number) => ({
      subject_id,
      org_id,
      job_id,
      enqueued_at: at(day),
    });
    const nothing = { failing_since: null, failed_job_id: null };
    expect(states).toEqual([
      { ...latest(analysed, jobs.analysed, 1), succeeded_at: at(6), ...nothing },
      { ...latest(fine, jobs.fine, 2), succeeded_at: at(2), ...nothing },
      { ...latest(failing, jobs.failing, 4), succeeded_at: at(1), failing_since: at(3), failed_job_id: jobs.failing },
      { ...latest(never, jobs.never, 7), succeeded_at: null, failing_since: at(7), failed_job_id: jobs.never },
    ]);
  });

  it('have the keys of packages of Swift in one case', async () => {
    const [kit, other] = ['pkg:swift/github.com/Acme/Kit', 'pkg:swift/github.com/acme/other'];
    await migrated('NamesOfAdvisories', async () => {
      for (const [advisory, key] of [['S-1', kit], ['S-1', kit.toLowerCase()], ['S-2', kit], ['S-3', other]])
        await dataSource.query('INSERT INTO catalog_advisory_packages (package_key, advisory_id) VALUES ($1, $2)', [key, advisory]);
      for (const purl of [kit, 'pkg:swift/github.com/ACME/Kit', other])
        await dataSource.query(
          `INSERT INTO catalog_packages (key, purl, type, namespace, name) VALUES ($1, $1, 'swift', 'github.com/acme', 'kit')`,
          [purl],
        );
    });
    const advised = await dataSource.query('SELECT advisory_id, package_key FROM catalog_advisory_packages ORDER BY 1');
    expect(advised.map(Object.values)).toEqual([
      ['S-1', kit.toLowerCase()],
      ['S-2', kit.toLowerCase()],
      ['S-3', other],
    ]);
    const known = await dataSource.query('SELECT key FROM catalog_packages WHERE key = lower(key) ORDER BY key');
    expect(known.map(({ key }: { key: string }) => key)).toEqual([kit.toLowerCase(), other]);
  }); // prettier-ignore

  it('have the ecosystems that nothing is compared with apart from why a load failed', async () => {
    const text = (named: string): string =>
      `Advisories on packages of ${named} are kept, and no component is compared with them: these ecosystems have no package URL here`;
    await migrated('UncomparedEcosystems', async () => {
      await dataSource.query('DELETE FROM catalog_sources');
      for (const [name, state, message] of [
        ['few', 'loaded', text('A OS, B')],
        ['more', 'loaded', text('A, B and others')],
        ['all', 'loaded', null],
        ['lost', 'failed', 'HTTP 503'],
      ])
        await dataSource.query(
          `INSERT INTO catalog_sources (name, origin, state, message, validators) VALUES ($1, 'https://example.org', $2, $3, '{"a": 1}')`,
          [name, state, message],
        );
    });
    const rows = await dataSource.query(
      'SELECT name, message, uncompared, validators FROM catalog_sources ORDER BY name',
    );
    expect(rows.map(Object.values)).toEqual([
      ['all', null, [], { a: 1 }],
      ['few', null, ['A OS', 'B'], { a: 1 }],
      ['lost', 'HTTP 503', [], {}],
      ['more', null, ['A', 'B', 'others'], { a: 1 }],
    ]);
  });
});
