import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Configuration } from '../configuration/configuration.js';
import { product } from '../product.js';
import { SpanExporter } from './span-exporter.js';
import { setSpanExporter } from './tracing.js';

/** Enables tracing if a collector is configured, and flushes it at stop. */
@Injectable()
export class TracingLifecycle implements OnApplicationShutdown {
  private readonly exporter: SpanExporter | null;

  constructor({ tracesEndpoint }: Configuration) {
    this.exporter = tracesEndpoint ? new SpanExporter(tracesEndpoint, product) : null;
    setSpanExporter(this.exporter);
  }

  async onApplicationShutdown(): Promise<void> {
    setSpanExporter(null);
    await this.exporter?.close();
  }
}
