import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface ForgeComment {
  readonly id: number;
  readonly author: string;
  body: string;
}

/** The comments of pull request 5 on GitHub, and of merge request 5 on GitLab, in the shape of their public APIs. */
export class ForgeServer {
  readonly comments: ForgeComment[] = [];
  readonly requests: string[] = [];
  isPretty = false;

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(token: string, author: string): Promise<ForgeServer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const forge = new ForgeServer(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on('request', (request: IncomingMessage, response) => {
      void text(request).then((body) => {
        const isKnown = request.headers.authorization === `Bearer ${token}`;
        const answer = isKnown ? forge.answerTo(request.method!, new URL(request.url!, forge.url), body, author) : 401;
        response.statusCode = typeof answer === 'number' ? answer : 200;
        response.end(typeof answer === 'number' ? '{}' : JSON.stringify(answer, null, forge.isPretty ? 2 : 0));
      });
    });
    return forge;
  }

  get github(): string {
    return `${this.url}/repos/acme/shop/issues/5/comments`;
  }
  get gitlab(): string {
    return `${this.url}/api/v4/projects/7/merge_requests/5/notes`;
  }

  write(author: string, body: string): void {
    this.comments.push({ id: 100 + this.comments.length, author, body });
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  private answerTo(method: string, { pathname, searchParams }: URL, sent: string, author: string): object | number {
    this.requests.push(`${method} ${pathname}`);
    const isGitlab = pathname.startsWith('/api/v4/');
    const list = new URL(isGitlab ? this.gitlab : this.github).pathname;
    if (method === 'GET' && pathname === list) {
      const from = (Number(searchParams.get('page')) - 1) * Number(searchParams.get('per_page'));
      const page = this.comments.slice(from, from + Number(searchParams.get('per_page')));
      return page.map((one) => (isGitlab ? noteOf(one) : this.commentOf(one)));
    }
    const { body } = JSON.parse(sent) as { body: string };
    if (method === 'POST' && pathname === list) return this.write(author, body) ?? this.comments.at(-1)!;
    const single = isGitlab ? `${list}/` : '/repos/acme/shop/issues/comments/';
    if (method !== (isGitlab ? 'PUT' : 'PATCH') || !pathname.startsWith(single)) return 404;
    const comment = this.comments.find(({ id }) => pathname === `${single}${id}`);
    if (!comment) return 404;
    comment.body = body;
    return comment;
  }

  private commentOf({ id, author, body }: ForgeComment): object {
    return {
      url: `${this.url}/repos/acme/shop/issues/comments/${id}`,
      html_url: `https://github.com/acme/shop/pull/5#issuecomment-${id}`,
      id,
      node_id: 'IC_1',
      user: { login: author, id: 41898282, type: 'Bot' },
      created_at: '2026-01-01T00:00:00Z',
      body,
      author_association: 'NONE',
      reactions: { url: `${this.url}/repos/acme/shop/issues/comments/${id}/reactions`, total_count: 0 },
    };
  }
}

const noteOf = ({ id, author, body }: ForgeComment): object => ({
  id,
  type: null,
  body,
  attachment: null,
  author: { id: 9, username: author, name: 'Bot', state: 'active' },
  created_at: '2026-01-01T00:00:00Z',
  system: false,
  noteable_id: 5,
  noteable_type: 'MergeRequest',
});
