import { join } from 'node:path';
import { Worker, type MessagePort } from 'node:worker_threads';
import { TransientError } from '../../model/errors.js';
import { projectRoot } from '../project-root.js';

/** What a thread says to a question; texts, because copying objects between threads costs more than parsing them. */
export type ThreadReply =
  { readonly answer: string } | { readonly error: { readonly message: string; readonly transient: boolean } };

/** What a thread is asked, and ports for whatever is too long for one text (`port-stream.ts`). */
export interface ThreadQuestion {
  readonly text: string;
  readonly ports: readonly MessagePort[];
}

interface Question extends ThreadQuestion {
  readonly resolve: (answer: string) => void;
  readonly reject: (error: Error) => void;
}

interface Thread {
  readonly worker: Worker;
  asked: Question | null;
  idleTimer: NodeJS.Timeout | null;
}

interface ThreadLimits {
  /** Most threads; they are started when there are questions for them. */
  readonly threads: number;
  readonly memoryMb: number;
  /** What a batch of work makes mostly dies with it: it is to do so before it is taken for something lasting. */
  readonly youngMb: number;
  /** A thread without a question ends after this long, and gives back its memory. */
  readonly idleMs: number;
}

/**
 * Threads of this process that answer questions with a compiled module of ours (see `answerQuestions`), each one at a
 * time, the questions in their order. A thread that dies takes one question with it, which fails as transient.
 */
export class ThreadPool {
  private readonly threads = new Set<Thread>();
  private readonly waiting: Question[] = [];
  private closed = false;

  /** @param data the module's `workerData` */
  constructor(
    private readonly module: string,
    private readonly data: object,
    private readonly limits: ThreadLimits,
  ) {}

  get size(): number {
    return this.limits.threads;
  }

  /** Whether a question would be answered at once. */
  get isFree(): boolean {
    return this.free() !== undefined || this.threads.size < this.limits.threads;
  }

  /** @throws TransientError when the thread ended before it answered, or the pool is closed */
  ask(text: string, ports: readonly MessagePort[] = []): Promise<string> {
    if (this.closed) return Promise.reject(ended());
    return new Promise((resolve, reject) => {
      this.waiting.push({ text, ports, resolve, reject });
      this.next();
    });
  }

  /** Ends all threads; open questions fail as transient. */
  async close(): Promise<void> {
    this.closed = true;
    for (const question of this.waiting.splice(0)) question.reject(ended());
    await Promise.all([...this.threads].map(({ worker }) => worker.terminate()));
  }

  private next(): void {
    if (this.waiting.length === 0) return;
    const thread = this.free() ?? (this.threads.size < this.limits.threads ? this.start() : null);
    if (!thread) return;
    const question = this.waiting.shift()!;
    if (thread.idleTimer) clearTimeout(thread.idleTimer);
    thread.asked = question;
    thread.worker.ref();
    const { text, ports } = question;
    thread.worker.postMessage({ text, ports } satisfies ThreadQuestion, ports);
  }

  private free(): Thread | undefined {
    return [...this.threads].find(({ asked }) => asked === null);
  }

  private start(): Thread {
    const { memoryMb, youngMb } = this.limits;
    const worker = new Worker(join(projectRoot, 'dist', 'src', `${this.module}.js`), {
      workerData: this.data,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: youngMb },
      execArgv: ['--no-warnings'],
    });
    const thread: Thread = { worker, asked: null, idleTimer: null };
    this.threads.add(thread);
    worker.on('message', (reply: ThreadReply) => this.answered(thread, reply));
    worker.on('error', (error) => this.gone(thread, error));
    worker.on('exit', () => this.gone(thread));
    return thread;
  }

  private answered(thread: Thread, reply: ThreadReply): void {
    const question = thread.asked;
    thread.asked = null;
    if ('answer' in reply) question?.resolve(reply.answer);
    else
      question?.reject(
        reply.error.transient ? new TransientError(reply.error.message) : new Error(reply.error.message),
      );
    thread.worker.unref();
    thread.idleTimer = setTimeout(() => this.dismiss(thread), this.limits.idleMs).unref();
    this.next();
  }

  /** Forgotten before it ends, so that no question goes to it meanwhile. */
  private dismiss(thread: Thread): void {
    this.threads.delete(thread);
    void thread.worker.terminate();
  }

  private gone(thread: Thread, cause?: unknown): void {
    if (!this.threads.delete(thread)) return;
    if (thread.idleTimer) clearTimeout(thread.idleTimer);
    thread.asked?.reject(ended(cause));
    if (!this.closed) this.next();
  }
}

const ended = (cause?: unknown): TransientError => new TransientError('a thread of this process ended', 5, { cause });
