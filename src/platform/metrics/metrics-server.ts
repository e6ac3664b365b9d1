import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listen } from '../http/http-server.js';
import type { ServiceMetrics } from './service-metrics.js';

export interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

/** `/metrics` and nothing else, without a key, on a port that only the monitoring may reach (`METRICS_PORT`). */
export async function startMetricsServer(
  { registry }: ServiceMetrics,
  address: { readonly port: number; readonly host: string },
): Promise<MetricsServer> {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    request.resume();
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end();
    const text = await registry.metrics();
    response.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' }).end(text);
  };
  const limits = { requestTimeout: 10_000, headersTimeout: 10_000, maxHeaderSize: 8_192 };
  const server = createServer(limits, (request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await listen(server, address);
  server.unref();
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
