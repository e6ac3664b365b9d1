import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { BomComponent, BomHeader, PartKind } from '../../model/document.js';
import type { Format, SerializeOptions } from '../../formats/format.js';
import { Configuration } from '../../platform/configuration/configuration.js';
import { receiveFrom, sendOver, type StreamItem } from '../../platform/process/port-stream.js';
import { ThreadPool } from '../../platform/process/thread-pool.js';
import { unpacked, type PackedBill } from './packed-bill.js';

/** What a thread is asked to write, and from what head on. */
export interface DocumentQuestion {
  readonly formatId: string;
  readonly options: Omit<SerializeOptions, 'onLoss'>;
  readonly header: BomHeader;
  readonly subject: BomComponent | null;
}

/** What the thread wants to read of the bill, and the port that it reads it from. */
export interface BillRequest {
  readonly list: 'components' | 'dependencies' | 'parts';
  readonly kinds: readonly PartKind[];
  readonly port: MessagePort;
}

export interface DocumentAnswer {
  readonly losses: readonly (readonly [what: string, times: number])[];
}

/** What is written in the time that it takes to pass it to another thread. */
const smallDocument = 1_000;

/**
 * Where documents are written: large ones in threads of their own, while this one reads what they are made of, so that
 * an export takes as long as the slower of the two and other requests do not wait for it. A document waits for no
 * thread, for another one's reader may be slow: where none is free it is written here.
 */
@Injectable()
export class Serializers implements OnApplicationShutdown {
  private readonly pool: ThreadPool;

  constructor({ exportThreads: threads }: Configuration) {
    this.pool = new ThreadPool(
      'sboms/exporting/serialize.thread',
      {},
      { threads, memoryMb: 512, youngMb: 64, idleMs: 60_000 },
    );
  }

  /** The document, in pieces. What it cannot carry is told before the end. */
  async *write(
    format: Format,
    bill: PackedBill,
    options: SerializeOptions,
    entryCount: number,
  ): AsyncIterable<StreamItem> {
    // Looked at when the first piece is asked for, which is when a thread is taken: nobody can take it in between.
    if (entryCount <= smallDocument || !this.pool.isFree) yield* format.serialize!(unpacked(bill), options);
    else yield* this.writeThere(format, bill, options);
    await bill.reportLosses?.(options.onLoss);
  }

  private async *writeThere(
    { id }: Format,
    bill: PackedBill,
    { onLoss, ...options }: SerializeOptions,
  ): AsyncIterable<StreamItem> {
    const [requests, document] = [new MessageChannel(), new MessageChannel()];
    const supply = new Supply(bill, requests.port1);
    const { header, subject } = bill;
    const question: DocumentQuestion = { formatId: id, options, header, subject };
    const answer = this.pool.ask(JSON.stringify(question), [requests.port2, document.port2]);
    answer.catch(() => undefined); // said by the document's end as well
    try {
      yield* receiveFrom<StreamItem>(document.port1);
      const { losses } = JSON.parse(await answer) as DocumentAnswer;
      for (const [what, times] of losses) for (let time = 0; time < times; time += 1) onLoss(what);
    } catch (error) {
      throw supply.error ?? error;
    } finally {
      await answer.catch(() => undefined);
      await supply.end();
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.close();
  }
}

/** Gives the thread what it asks for of a bill. */
class Supply {
  /** What went wrong with reading, before the thread made a text of it. */
  error: unknown;
  private readonly sending: Promise<void>[] = [];

  constructor(
    private readonly bill: PackedBill,
    private readonly requests: MessagePort,
  ) {
    requests.on('message', ({ list, kinds, port }: BillRequest) => {
      this.sending.push(sendOver(port, this.batches(list, kinds)));
    });
  }

  /** All that was being read has been closed. */
  async end(): Promise<void> {
    this.requests.close();
    await Promise.all(this.sending);
  }

  private async *batches(list: BillRequest['list'], kinds: readonly PartKind[]): AsyncIterable<string> {
    try {
      yield* this.bill[list](...kinds);
    } catch (error) {
      this.error ??= error;
      throw error;
    }
  }
}
