/** The server answered, but not with what was asked for. */
export class HttpStatusError extends Error {
  override readonly name = 'HttpStatusError';

  constructor(readonly status: number) {
    super(`the server answered ${status}`);
  }
}
