import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Configuration } from '../../platform/configuration/configuration.js';
import {
  startChildProcess,
  type ChildProcessHandle,
  type ChildProcessLimits,
} from '../../platform/process/child-process.js';
import { PreparedProcesses } from '../../platform/process/prepared-processes.js';

/** A compiled module that writes staging rows to its standard output (see `parse.child`). */
export interface SbomReader {
  readonly module: string;
  readonly input: object;
  readonly limits: ChildProcessLimits;
}

/** The module that reads uploaded files. */
export const uploadReaderModule = 'sboms/importing/parse.child';

/** One is taken while the next is being started. */
const maxWaiting = 2;

/** Starts the processes that read untrusted files; those for uploads, for which somebody waits, are started ahead. */
@Injectable()
export class SbomReaders implements OnModuleDestroy {
  private readonly prepared: PreparedProcesses;

  constructor({ imports }: Configuration) {
    this.prepared = new PreparedProcesses({
      module: uploadReaderModule,
      memoryMb: imports.memoryMb,
      count: maxWaiting,
      keptMs: imports.readerIdleSeconds * 1000,
    });
  }

  start({ module, input, limits }: SbomReader, signal: AbortSignal): ChildProcessHandle {
    return module === uploadReaderModule
      ? this.prepared.run(input, limits, signal)
      : startChildProcess(module, input, limits, signal);
  }

  onModuleDestroy(): void {
    this.prepared.close();
  }
}
