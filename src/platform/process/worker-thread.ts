import { parentPort, type MessagePort } from 'node:worker_threads';
import { TransientError } from '../../model/errors.js';
import type { WorkerTask, WorkerReply } from './worker-pool.js';

/** The other side of a `ThreadPool`: answers its questions for as long as the thread lives. */
export function serveTasks(handle: (text: string, ports: readonly MessagePort[]) => Promise<string>): void {
  const reply = async ({ text, ports }: WorkerTask): Promise<WorkerReply> => {
    try {
      return { answer: await handle(text, ports) };
    } catch (error) {
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
      return { error: { message, transient: error instanceof TransientError } };
    }
  };
  parentPort!.on('message', (question: WorkerTask) => {
    void reply(question).then((said) => parentPort!.postMessage(said));
  });
}
