import { parentPort } from 'node:worker_threads';
import { TransientError } from '../../model/errors.js';
import type { ThreadReply } from './thread-pool.js';

/** The other side of a `ThreadPool`: answers its questions for as long as the thread lives. */
export function answerQuestions(answer: (question: string) => Promise<string>): void {
  const reply = async (question: string): Promise<ThreadReply> => {
    try {
      return { answer: await answer(question) };
    } catch (error) {
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
      return { error: { message, transient: error instanceof TransientError } };
    }
  };
  parentPort!.on('message', (question: string) => {
    void reply(question).then((said) => parentPort!.postMessage(said));
  });
}
