import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ServedProject {
  readonly uuid: string;
  readonly name: string;
  readonly version: string | null;
  /** Null: the instance cannot export it. */
  readonly components: readonly { readonly uuid: string; readonly name: string; readonly purl: string }[] | null;
  readonly findings: readonly {
    readonly component: string;
    readonly vulnId: string;
    readonly state: string;
    readonly isSuppressed: boolean;
    /** Default: NVD. */
    readonly source?: string;
    readonly details?: string;
    readonly response?: string;
  }[];
  /** How many the instance says there are. Default: it does not say. */
  readonly findingCount?: number;
}

/** An instance of Dependency-Track after its public REST API: what a takeover asks for, and nothing else. */
export class DependencyTrackServer {
  readonly asked: string[] = [];

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(key: string, projects: readonly ServedProject[]): Promise<DependencyTrackServer> {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      const url = new URL(request.url!, 'http://here');
      asked.push(`${url.pathname}${url.search}`);
      const body = request.headers['x-api-key'] === key ? answerTo(url, projects) : 401;
      const counted = projects.find(({ uuid }) => url.pathname.endsWith(`/finding/project/${uuid}`))?.findingCount;
      if (counted !== undefined) response.setHeader('X-Total-Count', counted);
      response.statusCode = typeof body === 'number' ? body : 200;
      response.end(typeof body === 'number' ? '' : JSON.stringify(body));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const started = new DependencyTrackServer(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    Object.assign(started, { asked });
    return started;
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.server.close(() => resolve()));
  }
}

function answerTo({ pathname, searchParams }: URL, projects: readonly ServedProject[]): unknown {
  const path = pathname.replace('/api/v1/', '');
  const size = Number(searchParams.get('pageSize'));
  const from = (Number(searchParams.get('pageNumber')) - 1) * size;
  if (path === 'project')
    return projects.slice(from, from + size).map(({ uuid, name, version }) => ({ uuid, name, version, active: true }));
  const of = (id: string | null) => projects.find(({ uuid }) => uuid === id);
  const exported = of(path.replace('bom/cyclonedx/project/', ''));
  if (exported) return exported.components === null ? 500 : documentOf(exported);
  const found = of(path.replace('finding/project/', ''));
  // The route knows no pages.
  if (found) return found.findings.map((_, index) => findingOf(found, index));
  if (path !== 'analysis') return 404;
  const project = of(searchParams.get('project'));
  const [component, vulnerability] = [searchParams.get('component'), searchParams.get('vulnerability')];
  const decided = project?.findings.find((one) => one.component === component && `v-${one.vulnId}` === vulnerability);
  if (!decided) return 404;
  return {
    analysisState: decided.state,
    analysisJustification: 'CODE_NOT_REACHABLE',
    analysisResponse: decided.response ?? 'NOT_SET',
    analysisDetails: decided.details,
  };
}

const documentOf = ({ uuid, name, components }: ServedProject): object => ({
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  serialNumber: `urn:uuid:${uuid}`,
  version: 1,
  metadata: { component: { type: 'application', 'bom-ref': uuid, name } },
  components: components!.map((one) => ({ type: 'library', 'bom-ref': one.uuid, name: one.name, purl: one.purl })),
});

function findingOf({ components, findings }: ServedProject, index: number): object {
  const { component, vulnId, state, isSuppressed, source = 'NVD' } = findings[index]!;
  const { purl } = components!.find(({ uuid }) => uuid === component)!;
  return {
    component: { uuid: component, purl },
    vulnerability: { uuid: `v-${vulnId}`, vulnId, source, severity: 'HIGH' },
    analysis: { state, isSuppressed },
  };
}
