import { Agent, get } from 'node:http';

/** Requests to one address: by so many clients, each asking again when it is answered, or at a steady rate. */
export interface Wave {
  readonly url: string;
  readonly token: string;
  readonly seconds: number;
  readonly clients?: number;
  readonly rate?: number;
}

export interface WaveEnd {
  /**
   * How often each status was answered within the time; `late`: after it; `none`: no answer. A refusal without
   * `Retry-After` counts as `bare`.
   */
  readonly statuses: Record<string, number>;
  readonly medianMs: number;
}

/** Connections that a client at a steady rate opens at most; beyond them its requests wait as they would in a proxy. */
const mostConnections = 1_000;
const patienceMs = 20_000;

async function send(wave: Wave): Promise<WaveEnd> {
  const agent = new Agent({ keepAlive: true, maxSockets: mostConnections });
  const statuses: Record<string, number> = {};
  const times: number[] = [];
  const end = performance.now() + wave.seconds * 1_000;
  const ask = async (): Promise<void> => {
    const since = performance.now();
    const answered = await answerOf(wave, agent);
    const status = performance.now() > end && answered !== 'none' ? 'late' : answered;
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (status === '200') times.push(performance.now() - since);
  };
  if (wave.rate === undefined) {
    const client = async (): Promise<void> => {
      while (performance.now() < end) await ask();
    };
    await Promise.all([...Array(wave.clients ?? 1)].map(client));
  } else await atRate(wave.rate, end, ask);
  agent.destroy();
  times.sort((one, other) => one - other);
  return { statuses, medianMs: times[times.length >> 1] ?? 0 };
}

async function atRate(rate: number, end: number, ask: () => Promise<void>): Promise<void> {
  const started = performance.now();
  const open = new Set<Promise<void>>();
  for (let sent = 0; performance.now() < end; await new Promise((resolve) => setTimeout(resolve, 5)))
    for (; sent < ((performance.now() - started) / 1_000) * rate; sent += 1) {
      const request = ask().finally(() => open.delete(request));
      open.add(request);
    }
  await Promise.all(open);
}

function answerOf({ url, token }: Wave, agent: Agent): Promise<string> {
  return new Promise((resolve) => {
    const headers = { Authorization: `Bearer ${token}` };
    const request = get(url, { agent, headers, timeout: patienceMs }, (answer) => {
      const status = answer.statusCode ?? 0;
      const isBare = (status === 503 || status === 429) && answer.headers['retry-after'] === undefined;
      answer.resume().once('end', () => resolve(isBare ? 'bare' : String(status)));
      answer.once('error', () => resolve('none'));
    });
    request.once('timeout', () => request.destroy());
    request.once('error', () => resolve('none'));
  });
}

process.stdout.write(`${JSON.stringify(await send(JSON.parse(process.argv[2] ?? '{}') as Wave))}\n`);
