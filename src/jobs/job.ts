/** Work that a person waits for, and other work; each has its own worker slots. */
export const queueNames = ['interactive', 'background'] as const;
export type QueueName = (typeof queueNames)[number];

export interface RetryPolicy {
  /** Including the first. A worker that dies during the job has used one. */
  readonly attempts: number;
  readonly firstDelaySeconds: number;
  readonly maxDelaySeconds: number;
}

/** One kind of work. Modules define theirs in `*.jobs.ts`; the handler is registered with `@Handles`. */
export interface Job<Payload extends object> {
  readonly name: string;
  /** Validated by class-validator when a run starts. Only ids: payloads are stored as clear text. */
  readonly payload: new () => Payload;
  readonly queue: QueueName;
  readonly retry: RetryPolicy;
  /** Of one attempt, which fails then, whatever its worker still does. */
  readonly timeoutSeconds: number;
}

export interface JobDefinition<Payload extends object> {
  readonly name: string;
  readonly payload: new () => Payload;
  readonly queue?: QueueName;
  readonly retry?: Partial<RetryPolicy>;
  readonly timeoutSeconds?: number;
}

const defaultRetry: RetryPolicy = { attempts: 5, firstDelaySeconds: 5, maxDelaySeconds: 300 };
const defined = new Map<string, Job<object>>();

/** Defines a kind of work: `export const ImportSbom = defineJob({ name: 'sbom.import', … })`. */
export function defineJob<Payload extends object>(definition: JobDefinition<Payload>): Job<Payload> {
  const { name, payload, queue = 'background', retry, timeoutSeconds = 3600 } = definition;
  if (!/^[a-z][a-z0-9-]*(\.[a-z][a-z0-9-]*)+$/.test(name))
    throw new Error(`Invalid job name "${name}": use "module.verb"`);
  if (defined.has(name)) throw new Error(`Two jobs have the name "${name}"`);
  const job: Job<Payload> = Object.freeze({
    name,
    payload,
    queue,
    retry: Object.freeze({ ...defaultRetry, ...retry }),
    timeoutSeconds,
  });
  defined.set(name, job);
  return job;
}

/** In the order of definition. */
export const definedJobs = (): readonly Job<object>[] => [...defined.values()];

export const isDefinedJob = (name: string): boolean => defined.has(name);
