import type { TestApp } from './app.js';
import type { Person, TenantIds } from './people.js';

export type Shown = Record<string, any>;

/** Projects and their analyses, as a client of the API works with them. */
export class Analyst {
  constructor(
    readonly app: TestApp,
    readonly person: Person & TenantIds,
  ) {}

  async project(fields: Shown): Promise<string> {
    const { status, body } = await this.person.client.post('v1/project/createProject', {
      team_id: this.person.teamId,
      name: 'Webshop',
      description: 'The shop',
      ...fields,
    });
    if (status !== 200) throw new Error(`createProject: ${JSON.stringify(body)}`);
    return body.data.id;
  }

  /** Asks for an analysis and waits for its end. */
  async analyze(projectId: string, more: Shown = {}): Promise<Shown> {
    const { status, body } = await this.person.client.post('v1/scanner/analyzeProject', {
      team_id: this.person.teamId,
      project_id: projectId,
      ...more,
    });
    if (status !== 200) throw new Error(`analyzeProject: ${JSON.stringify(body)}`);
    return this.ended(body.data.id);
  }

  async ended(id: string, seconds = 50): Promise<Shown> {
    for (const end = Date.now() + seconds * 1000; Date.now() < end;) {
      const { body } = await this.person.client.get('v1/scanner/getAnalysisStatus', { id });
      if (['finished', 'partial', 'errored'].includes(body.data.status)) return body.data;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error('The analysis did not end');
  }

  async entries(sbomId: string): Promise<Shown[]> {
    return (await this.person.client.get('v1/project/getSBOM', { id: sbomId, limit: '1000' })).body.data.entries;
  }

  /** `org/name@version` of each entry, in their order. */
  async names(sbomId: string): Promise<string[]> {
    return (await this.entries(sbomId)).map(({ org, name, version }) => `${org ? `${org}/` : ''}${name}@${version}`);
  }

  async differences(id: string): Promise<string[]> {
    const { body } = await this.person.client.get('v1/scanner/getAnalysisDifferences', { id });
    return body.data.map((each: Shown) => `${each.kind} ${each.name} ${each.old_version} ${each.new_version}`);
  }
}

/** A package-lock.json (version 3) with these packages, all direct. */
export function packageLock(packages: Readonly<Record<string, string>>): string {
  const locked = Object.entries(packages).map(([name, version]) => [`node_modules/${name}`, { version }]);
  return JSON.stringify({
    name: 'shop',
    version: '1.0.0',
    lockfileVersion: 3,
    requires: true,
    packages: { '': { name: 'shop', version: '1.0.0', dependencies: packages }, ...Object.fromEntries(locked) },
  });
}
