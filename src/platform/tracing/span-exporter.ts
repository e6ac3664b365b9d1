import { startDeadline } from '../process/deadline.js';

/** One span as OTLP/HTTP has it in JSON (opentelemetry-proto, trace.proto); times are nanoseconds as text. */
export interface FinishedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { key: string; value: { stringValue: string } | { intValue: string } }[];
  readonly links: readonly { traceId: string; spanId: string }[];
  readonly status: { code: 0 | 2 };
}

const flushIntervalMs = 2_000;
const maxBatchSize = 512;
const maxQueueLength = 4_096;
const requestTimeoutMs = 5_000;

/** Sends spans in batches. If the collector is down or slow, spans are lost and nothing else. */
export class SpanExporter {
  private queue: FinishedSpan[] = [];
  private sending: Promise<void> = Promise.resolve();
  private readonly timer: NodeJS.Timeout;

  /** @param endpoint as in OTEL_EXPORTER_OTLP_ENDPOINT: without `/v1/traces` */
  constructor(
    private readonly endpoint: string,
    private readonly service: { name: string; version: string },
  ) {
    this.timer = setInterval(() => void this.flush(), flushIntervalMs);
    this.timer.unref();
  }

  add(span: FinishedSpan): void {
    if (this.queue.length < maxQueueLength) this.queue.push(span);
  }

  flush(): Promise<void> {
    return (this.sending = this.sending.then(async () => {
      while (this.queue.length > 0) await this.send(this.queue.splice(0, maxBatchSize));
    }));
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }

  private async send(spans: readonly FinishedSpan[]): Promise<void> {
    const attributes = Object.entries({ 'service.name': this.service.name, 'service.version': this.service.version });
    const resource = { attributes: attributes.map(([key, stringValue]) => ({ key, value: { stringValue } })) };
    const body = { resourceSpans: [{ resource, scopeSpans: [{ scope: { name: this.service.name }, spans }] }] };
    const deadline = startDeadline(requestTimeoutMs);
    try {
      const answer = await fetch(`${this.endpoint.replace(/\/+$/, '')}/v1/traces`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
        signal: deadline.signal,
      });
      await answer.arrayBuffer();
    } catch {
      // These spans are lost; the next ones may arrive.
    } finally {
      deadline.clear();
    }
  }
}
