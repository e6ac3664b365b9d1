import type { IncomingMessage, ServerResponse } from 'node:http';
import { SourceServer } from './source-server.js';

export interface KeptIssue {
  readonly id: number;
  /** Of Jira: the key of its project. */
  readonly project: string;
  title: string;
  body: string;
  labels: readonly string[];
  isOpen: boolean;
}

/** Issues of GitHub and of Jira, in the shape of their public APIs; the same issues under both. */
export class TrackerServer {
  readonly issues: KeptIssue[] = [];
  /** Method and path of each request that changed something. */
  readonly changes: string[] = [];
  /** Answers in place of the tracker, if it returns a status. */
  refuse: (request: IncomingMessage, text: string) => number | null = () => null;

  constructor(
    private readonly server: SourceServer,
    private readonly authorizations: readonly string[],
  ) {
    server.answer = (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => this.take(request, response, Buffer.concat(chunks).toString()));
    };
  }

  get url(): string {
    return `https://${this.server.host}`;
  }

  private take(request: IncomingMessage, response: ServerResponse, text: string): void {
    const isKnown = this.authorizations.includes(request.headers.authorization ?? '');
    const refused = isKnown ? this.refuse(request, text) : 401;
    if (request.method !== 'GET' && isKnown && refused === null) this.changes.push(`${request.method} ${request.url}`);
    const body: any = text === '' ? {} : JSON.parse(text);
    const answer = refused ?? this.answerTo(request.method!, new URL(request.url!, this.url), body);
    response.statusCode = typeof answer === 'number' ? answer : 200;
    response.end(typeof answer === 'number' ? '' : JSON.stringify(answer));
  }

  private answerTo(method: string, url: URL, body: any): unknown {
    const path = url.pathname;
    return path.startsWith('/repos/acme/shop')
      ? this.github(method, path.slice('/repos/acme/shop'.length), url.searchParams, body)
      : path.startsWith('/rest/api/2')
        ? this.jira(method, path.slice('/rest/api/2'.length), url.searchParams, body)
        : 404;
  }

  private github(method: string, path: string, query: URLSearchParams, body: any): unknown {
    const shown = ({ id }: KeptIssue): object => ({ number: id, html_url: `${this.url}/acme/shop/issues/${id}` });
    if (path === '') return { full_name: 'acme/shop' };
    if (path === '/issues' && method === 'GET')
      return this.issues.filter(({ labels }) => labels.includes(query.get('labels')!)).map(shown);
    if (path === '/issues') return shown(this.add(body.title, body.body, body.labels));
    const issue = this.issues.find(({ id }) => path === `/issues/${id}`);
    if (!issue) return 404;
    if (body.title !== undefined) Object.assign(issue, { title: body.title, body: body.body });
    if (body.state !== undefined) issue.isOpen = body.state === 'open';
    return shown(issue);
  }

  private jira(method: string, path: string, query: URLSearchParams, body: any): unknown {
    const shown = ({ id, project }: KeptIssue): object => ({ id: `${10_000 + id}`, key: `${project}-${id}` });
    if (path === '/project/SEC') return { key: 'SEC' };
    // As Data Center does.
    if (path === '/search/jql') return 404;
    if ((body.fields?.description?.length ?? 0) > 32_767) return 400;
    if (path === '/search') {
      const [, project, label] = /^(?:project = "(\w+)" AND )?labels = "([\w-]+)"$/.exec(query.get('jql') ?? '') ?? [];
      const isFound = (issue: KeptIssue): boolean =>
        issue.labels.includes(label!) && (project === undefined || issue.project === project);
      return { issues: this.issues.filter(isFound).map(shown) };
    }
    if (path === '/issue') {
      const { summary, description, labels, project } = body.fields;
      return shown(this.add(summary, description, labels, project.key));
    }
    const [, project, key, rest] = /^\/issue\/([A-Z]+)-(\d+)(\/transitions)?$/.exec(path) ?? [];
    const issue = this.issues.find((one) => String(one.id) === key && one.project === project);
    if (!issue) return 404;
    const status = (isOpen: boolean): object => ({ statusCategory: { key: isOpen ? 'indeterminate' : 'done' } });
    if (rest && method === 'GET')
      return { transitions: [{ id: '31', to: status(!issue.isOpen) }, { id: '11', to: status(issue.isOpen) }] }; // prettier-ignore
    if (rest) issue.isOpen = body.transition.id === '31' ? !issue.isOpen : issue.isOpen;
    else if (method === 'PUT') Object.assign(issue, { title: body.fields.summary, body: body.fields.description });
    else return { ...shown(issue), fields: { status: status(issue.isOpen) } };
    return 204;
  }

  private add(title: string, body: string, labels: string[], project = ''): KeptIssue {
    const issue = { id: this.issues.length + 1, project, title, body, labels, isOpen: true };
    this.issues.push(issue);
    return issue;
  }
}
