import { FormatError } from '../../formats/format.js';

/** What was read of a file that another one needs; null where it cannot be read: its own reader says so. */
export async function ifReadable<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return null;
  }
}
