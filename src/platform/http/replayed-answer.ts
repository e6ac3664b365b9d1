/** Thrown in place of carrying out a request that was carried out before; the answer is sent as it is. */
export class ReplayedAnswer extends Error {
  constructor(
    readonly status: number,
    readonly body: unknown,
  ) {
    super('answered before');
  }
}
