import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { SpanExporter } from './span-exporter.js';

/** Kinds of span, by their numbers in OTLP. */
const kinds = { internal: 1, server: 2, client: 3, consumer: 5 } as const;

interface SpanContext {
  readonly traceId: string;
  readonly spanId: string;
}

/** Attributes of a span: names, numbers and routes, never a value from a request. */
export type SpanAttributes = Readonly<Record<string, string | number>>;

export interface SpanOptions {
  readonly kind: keyof typeof kinds;
  readonly attributes?: SpanAttributes;
  /** W3C `traceparent` of the caller whose trace this continues. */
  readonly parent?: string | null;
  /** `traceparent` of the cause, if the cause did not wait. */
  readonly link?: string | null;
}

const current = new AsyncLocalStorage<SpanContext>();
let exporter: SpanExporter | null = null;

/** Null: tracing is off and costs one comparison. */
export function setSpanExporter(to: SpanExporter | null): void {
  exporter = to;
}

/** The current span, to continue it elsewhere. */
export function traceparent(): string | null {
  const span = exporter && current.getStore();
  return span ? `00-${span.traceId}-${span.spanId}-01` : null;
}

/** Runs the work in a span of its own. */
export async function withSpan<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  if (exporter === null) return work();
  const span = startSpan(options);
  try {
    const result = await span.run(work);
    span.end(name);
    return result;
  } catch (error) {
    span.end(name, {}, true);
    throw error;
  }
}

/** For work that ends with an event. */
export function startSpan(options: SpanOptions): ActiveSpan {
  return new ActiveSpan(options, parseTraceparent(options.parent) ?? current.getStore() ?? null);
}

export const isTracing = (): boolean => exporter !== null;

class ActiveSpan {
  readonly context: SpanContext;
  private readonly startedAt = now();

  constructor(
    private readonly options: SpanOptions,
    private readonly parent: SpanContext | null,
  ) {
    this.context = { traceId: parent?.traceId ?? hex(16), spanId: hex(8) };
  }

  run<T>(work: () => T): T {
    return current.run(this.context, work);
  }

  end(name: string, more: SpanAttributes = {}, hasFailed = false): void {
    const link = parseTraceparent(this.options.link);
    const attributes = Object.entries({ ...this.options.attributes, ...more });
    exporter?.add({
      ...this.context,
      ...(this.parent && { parentSpanId: this.parent.spanId }),
      name,
      kind: kinds[this.options.kind],
      startTimeUnixNano: this.startedAt,
      endTimeUnixNano: now(),
      attributes: attributes.map(([key, value]) => ({
        key,
        value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
      })),
      links: link ? [link] : [],
      status: { code: hasFailed ? 2 : 0 },
    });
  }
}

/** https://www.w3.org/TR/trace-context/#traceparent-header */
function parseTraceparent(text: string | null | undefined): SpanContext | null {
  const [, traceId, spanId] = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(text ?? '') ?? [];
  return traceId && spanId && !/^0+$/.test(traceId) && !/^0+$/.test(spanId) ? { traceId, spanId } : null;
}

const hex = (bytes: number): string => randomBytes(bytes).toString('hex');
const now = (): string => `${Math.round((performance.timeOrigin + performance.now()) * 1_000)}000`;
