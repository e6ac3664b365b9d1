import { Worker } from 'node:worker_threads';

/** A case that takes that long has hung, on however busy a machine. */
const hangMs = 60_000;
const kept = 64 * 1024;

/** Runs beside the parser, which cannot tell of itself that it hangs: writes down the document and ends the process. */
const watcher = `
  const { workerData: { memory } } = require('node:worker_threads');
  const { writeSync } = require('node:fs');
  const [count, length] = [new BigInt64Array(memory, 0, 1), new Int32Array(memory, 8, 1)];
  let last = -1n;
  setInterval(() => {
    const now = Atomics.load(count, 0);
    if (now === last) {
      const bytes = Buffer.from(new Uint8Array(memory, 16, length[0]));
      writeSync(1, 'hangs in case ' + now + '\\n  ' + bytes.toString('base64') + '\\n');
      process.kill(process.pid, 'SIGKILL');
    }
    last = now;
  }, ${hangMs});
`;

export class HangWatch {
  private readonly memory = new SharedArrayBuffer(16 + kept);
  private readonly count = new BigInt64Array(this.memory, 0, 1);
  private readonly length = new Int32Array(this.memory, 8, 1);
  private readonly document = new Uint8Array(this.memory, 16);
  private readonly worker = new Worker(watcher, { eval: true, workerData: { memory: this.memory } });

  begin(id: string, bytes: Uint8Array): void {
    const told = Buffer.concat([Buffer.from(`${id}\n`), bytes.subarray(0, kept - 100)]);
    this.document.set(told);
    this.length[0] = told.length;
    Atomics.add(this.count, 0, 1n);
  }

  end(): void {
    void this.worker.terminate();
  }
}
