import type { IncomingMessage } from 'node:http';
import { pipeline, Transform, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { egressRefused } from './egress-url.js';

/**
 * The body of an answer, decoded, within a number of bytes as sent and as decoded: a body that is longer ends with an
 * error there. One layer of gzip is taken off, others are refused.
 *
 * @param on what to do when it has ended, in whatever way; what its errors mean for the reader
 * @throws CallerError 422 with the reason `limit`, at once where the headers tell already
 */
export function decodedBody(
  answer: IncomingMessage,
  maxBytes: number,
  on: { readonly end: () => void; readonly fault: (error: Error) => Error },
): Readable {
  const { 'content-encoding': encoding = 'identity', 'content-length': length } = answer.headers;
  if (length !== undefined && Number(length) > maxBytes) throw bodyTooLong(maxBytes);
  const counted = byteLimit(maxBytes, on.fault);
  counted.on('error', () => undefined); // An error before the body is read must not end the process; readers get it later.
  switch (encoding.trim().toLowerCase()) {
    case '':
    case 'identity':
      return pipeline(answer, counted, on.end);
    case 'gzip':
    case 'x-gzip':
      return pipeline(answer, byteLimit(maxBytes), createGunzip(), counted, on.end);
    default:
      throw egressRefused('limit', 'The answer is encoded in a way that is not taken off');
  }
}

const bodyTooLong = (maxBytes: number): Error => egressRefused('limit', `The answer is longer than ${maxBytes} bytes`);

function byteLimit(maxBytes: number, fault = (error: Error): Error => error): Transform {
  let bytes = 0;
  const stream = new Transform({
    transform: (chunk: Buffer, _encoding, callback) => {
      bytes += chunk.length;
      if (bytes > maxBytes) callback(bodyTooLong(maxBytes));
      else callback(null, chunk);
    },
  });
  // Before the stream remembers it: who comes later hears the same of it as who was listening.
  const destroy = stream.destroy.bind(stream);
  stream.destroy = (error) => destroy(error && fault(error));
  return stream;
}
