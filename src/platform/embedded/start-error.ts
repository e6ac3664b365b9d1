/** The service cannot start; the message is one clear sentence for the person who started it. Exit code 1. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
