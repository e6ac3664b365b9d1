import { request } from 'node:http';
import { text } from 'node:stream/consumers';

/** A download in a process of its own: what the client does is not the service's work. Times in milliseconds. */
export interface Download {
  readonly firstMs: number;
  readonly ms: number;
}

const [url, token, body] = process.argv.slice(2) as [string, string, string];
const start = performance.now();
let firstMs = 0;
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
const sent = request(url, { method: 'POST', headers }, (response) => {
  if (response.statusCode !== 200) void text(response).then((answer) => console.error(answer));
  response.on('data', () => (firstMs ||= performance.now() - start));
  response.on('end', () => console.log(JSON.stringify({ firstMs, ms: performance.now() - start } satisfies Download)));
});
sent.end(body);
