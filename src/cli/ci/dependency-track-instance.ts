import { UsageError } from '../usage.js';
import { fetchThere, instanceAddress } from './instance-address.js';

export const instanceVariables = { url: 'DEPENDENCY_TRACK_URL', key: 'DEPENDENCY_TRACK_API_KEY' } as const;

export interface InstanceProject {
  readonly uuid: string;
  readonly name: string;
  readonly version?: string | null;
}

export interface InstanceFinding {
  readonly component: { readonly uuid: string; readonly purl?: string };
  /** `source` is INTERNAL for those that were entered by hand. */
  readonly vulnerability: { readonly uuid: string; readonly vulnId: string; readonly source?: string };
  readonly analysis?: { readonly state?: string; readonly isSuppressed?: boolean };
}

/** The record of a decision: why, and what was said about it. */
export interface InstanceAnalysis {
  readonly analysisState?: string;
  readonly analysisJustification?: string;
  readonly analysisResponse?: string;
  readonly analysisDetails?: string;
}

const pageSize = 100;
const maxPages = 10_000;

/** A running instance of Dependency-Track, by its REST API. */
export class DependencyTrackInstance {
  private readonly url: string;
  private readonly key: string;

  constructor(environment: Readonly<Record<string, string | undefined>>) {
    const { [instanceVariables.url]: url, [instanceVariables.key]: key } = environment;
    if (!url || !key) throw new UsageError(`Set ${instanceVariables.url} and ${instanceVariables.key}`);
    this.url = instanceAddress(instanceVariables.url, url, 'https://dtrack.example.org');
    this.key = key;
  }

  /** All of them, inactive ones too. */
  projects(): AsyncIterable<InstanceProject> {
    return this.pages<InstanceProject>('project');
  }

  /** Suppressed ones too. */
  findings(project: string): AsyncIterable<InstanceFinding> {
    return this.pages<InstanceFinding>(`finding/project/${project}`, { suppressed: 'true' });
  }

  /** The components, as CycloneDX JSON; their refs are the ids of components in findings. */
  async document(project: string): Promise<Blob> {
    return (await this.ask(`bom/cyclonedx/project/${project}`, { format: 'json', variant: 'inventory' })).blob();
  }

  async analysis(project: string, { component, vulnerability }: InstanceFinding): Promise<InstanceAnalysis> {
    const query = { project, component: component.uuid, vulnerability: vulnerability.uuid };
    return (await (await this.ask('analysis', query)).json()) as InstanceAnalysis;
  }

  /**
   * Until a page is not full: routes that know no pages answer everything, and the same again on the next page.
   *
   * @throws Error where the instance says that there are more than it answers
   */
  private async *pages<T extends object>(path: string, query: Record<string, string> = {}): AsyncIterable<T> {
    let [last, count] = ['', 0];
    for (let page = 1; page <= maxPages; page += 1) {
      const response = await this.ask(path, { ...query, pageNumber: String(page), pageSize: String(pageSize) });
      const text = await response.text();
      if (text === last) return;
      last = text;
      const rows: unknown = JSON.parse(text);
      if (!Array.isArray(rows)) throw new Error(`Dependency-Track answered something unexpected to ${path}`);
      yield* rows as T[];
      count += rows.length;
      const total = Number(response.headers.get('x-total-count') ?? 0);
      if (rows.length === pageSize) continue;
      if (count < total) throw new Error(`Dependency-Track answered ${count} of ${total} to ${path}`);
      return;
    }
    throw new Error(`Dependency-Track has more than ${maxPages} pages of ${path}`);
  }

  private async ask(path: string, query: Record<string, string>): Promise<Response> {
    const address = `${this.url}/api/v1/${path}?${new URLSearchParams(query).toString()}`;
    const response = await fetchThere(instanceVariables.url, address, { headers: { 'X-Api-Key': this.key } });
    if (!response.ok) throw new Error(`Dependency-Track answered ${response.status} to ${path}`);
    return response;
  }
}
