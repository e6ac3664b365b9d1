import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { BomComponent, BomHeader, PartKind } from '../../model/document.js';
import type { Format, SerializeOptions } from '../../formats/format.js';
import { Configuration } from '../../platform/configuration/configuration.js';
import { receiveFromPort, sendToPort, type PortItem } from '../../platform/process/port-stream.js';
import { WorkerPool } from '../../platform/process/worker-pool.js';
import { deserialized, type SerializedSbom } from './serialized-sbom.js';

/** What a thread is asked to write, and from what head on. */
export interface DocumentRequest {
  readonly formatId: string;
  readonly options: Omit<SerializeOptions, 'onLoss'>;
  readonly header: BomHeader;
  readonly subject: BomComponent | null;
}

/** What the thread wants to read of the bill, and the port that it reads it from. */
export interface ListRequest {
  readonly list: 'components' | 'dependencies' | 'parts';
  readonly kinds: readonly PartKind[];
  readonly port: MessagePort;
}

export interface DocumentResult {
  readonly losses: readonly (readonly [what: string, times: number])[];
}

/** What is written in the time that it takes to pass it to another thread. */
const maxInlineEntries = 1_000;

/**
 * Where documents are written: large ones in threads of their own, while this one reads what they are made of, so that
 * an export takes as long as the slower of the two and other requests do not wait for it. A document waits for no
 * thread, for another one's reader may be slow: where none is free it is written here.
 */
@Injectable()
export class DocumentWriter implements OnApplicationShutdown {
  private readonly pool: WorkerPool;

  constructor({ exportThreads: threads }: Configuration) {
    this.pool = new WorkerPool(
      'sboms/exporting/serialize.thread',
      {},
      { maxThreads: threads, memoryMb: 512, youngMb: 64, idleTimeoutMs: 60_000 },
    );
  }

  /** The document, in pieces. What it cannot carry is told before the end. */
  async *write(
    format: Format,
    sbom: SerializedSbom,
    options: SerializeOptions,
    entryCount: number,
  ): AsyncIterable<PortItem> {
    // Looked at when the first piece is asked for, which is when a thread is taken: nobody can take it in between.
    if (entryCount <= maxInlineEntries || !this.pool.isFree) yield* format.serialize!(deserialized(sbom), options);
    else yield* this.writeInWorker(format, sbom, options);
    await sbom.reportLosses?.(options.onLoss);
  }

  private async *writeInWorker(
    { id }: Format,
    sbom: SerializedSbom,
    { onLoss, ...options }: SerializeOptions,
  ): AsyncIterable<PortItem> {
    const [requests, document] = [new MessageChannel(), new MessageChannel()];
    const feed = new BatchFeed(sbom, requests.port1);
    const { header, subject } = sbom;
    const request: DocumentRequest = { formatId: id, options, header, subject };
    const answer = this.pool.run(JSON.stringify(request), [requests.port2, document.port2]);
    answer.catch(() => undefined); // said by the document's end as well
    try {
      yield* receiveFromPort<PortItem>(document.port1);
      const { losses } = JSON.parse(await answer) as DocumentResult;
      for (const [what, times] of losses) for (let time = 0; time < times; time += 1) onLoss(what);
    } catch (error) {
      throw feed.error ?? error;
    } finally {
      await answer.catch(() => undefined);
      await feed.close();
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.close();
  }
}

/** Gives the thread what it asks for of a bill. */
class BatchFeed {
  /** What went wrong with reading, before the thread made a text of it. */
  error: unknown;
  private readonly sending: Promise<void>[] = [];

  constructor(
    private readonly sbom: SerializedSbom,
    private readonly requests: MessagePort,
  ) {
    requests.on('message', ({ list, kinds, port }: ListRequest) => {
      this.sending.push(sendToPort(port, this.batches(list, kinds)));
    });
  }

  /** All that was being read has been closed. */
  async close(): Promise<void> {
    this.requests.close();
    await Promise.all(this.sending);
  }

  private async *batches(list: ListRequest['list'], kinds: readonly PartKind[]): AsyncIterable<string> {
    try {
      yield* this.sbom[list](...kinds);
    } catch (error) {
      this.error ??= error;
      throw error;
    }
  }
}
