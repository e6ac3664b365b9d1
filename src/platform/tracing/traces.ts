import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Configuration } from '../configuration/configuration.js';
import { product } from '../product.js';
import { SpanExporter } from './span-exporter.js';
import { sendSpansTo } from './tracing.js';

/** Turns traces on where a collector is configured, and sends the last of them when the process stops. */
@Injectable()
export class Traces implements OnApplicationShutdown {
  private readonly exporter: SpanExporter | null;

  constructor({ tracesEndpoint }: Configuration) {
    this.exporter = tracesEndpoint ? new SpanExporter(tracesEndpoint, product) : null;
    sendSpansTo(this.exporter);
  }

  async onApplicationShutdown(): Promise<void> {
    sendSpansTo(null);
    await this.exporter?.close();
  }
}
