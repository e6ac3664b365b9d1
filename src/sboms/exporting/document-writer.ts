import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { BomComponent, BomHeader, PartKind } from '../../model/document.js';
import type { Format, SerializeOptions } from '../../formats/format.js';
import type { Loss, LossLog } from '../../formats/losses.js';
import { Configuration } from '../../platform/configuration/configuration.js';
import { receiveFromPort, sendToPort, type PortItem } from '../../platform/process/port-stream.js';
import { WorkerPool } from '../../platform/process/worker-pool.js';
import { deserialized, type SerializedSbom } from './serialized-sbom.js';

/** A request to the worker thread to write a document. */
export interface DocumentRequest {
  readonly formatId: string;
  readonly options: Omit<WriteOptions, 'losses'>;
  readonly header: BomHeader;
  readonly subject: BomComponent | null;
}

/** A request of the worker thread for one list of the SBOM, sent to the given port. */
export interface ListRequest {
  readonly list: 'components' | 'dependencies' | 'parts';
  readonly kinds: readonly PartKind[];
  readonly port: MessagePort;
}

export interface DocumentResult {
  readonly losses: readonly Loss[];
}

/** Options of a document, and where its losses go. */
export type WriteOptions = Omit<SerializeOptions, 'onLoss' | 'onElement'> & { readonly losses: LossLog };

/** Documents up to this size are written faster than they are passed to another thread. */
const maxInlineEntries = 1_000;

/**
 * Writes documents: large ones in worker threads, so that reading and writing overlap and other requests do not wait.
 * If no worker is idle, the document is written in the calling thread.
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

  /** The document in chunks. Losses are reported before the last chunk. */
  async *write(
    format: Format,
    sbom: SerializedSbom,
    options: WriteOptions,
    entryCount: number,
  ): AsyncIterable<PortItem> {
    // Checked at the first chunk, right before a worker is taken.
    const { losses, ...rest } = options;
    const { onLoss, onElement } = losses;
    if (entryCount <= maxInlineEntries || !this.pool.isFree)
      yield* format.serialize!(deserialized(sbom), { ...rest, onLoss, onElement });
    else yield* this.writeInWorker(format, sbom, options);
    onElement('');
    await sbom.reportLosses?.(onLoss);
  }

  private async *writeInWorker(
    { id }: Format,
    sbom: SerializedSbom,
    { losses, ...options }: WriteOptions,
  ): AsyncIterable<PortItem> {
    const [requests, document] = [new MessageChannel(), new MessageChannel()];
    const feed = new BatchFeed(sbom, requests.port1);
    const { header, subject } = sbom;
    const request: DocumentRequest = { formatId: id, options, header, subject };
    const answer = this.pool.run(JSON.stringify(request), [requests.port2, document.port2]);
    answer.catch(() => undefined); // the end of the document stream reports the same error
    try {
      yield* receiveFromPort<PortItem>(document.port1);
      losses.add((JSON.parse(await answer) as DocumentResult).losses);
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

/** Sends the worker thread the lists that it requests. */
class BatchFeed {
  /** The first read error, with its stack; the worker thread passes on only its text. */
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

  /** Resolves when all lists are closed. */
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
