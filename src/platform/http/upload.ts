import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import multer, { MulterError, type StorageEngine } from 'multer';
import { CallerError, invalid, TransientError } from '../../model/errors.js';
import { Configuration } from '../configuration/configuration.js';
import { BlobStore, type Blob } from '../storage/blob-store.js';
import { tooManyRequests } from './load-shedding.middleware.js';
import { Quotas } from './quotas.js';

export interface UploadedFile extends Blob {
  /** As the caller named it: data for people, never a path. */
  readonly fileName: string;
}

const maxFileName = 255;

/** Receives a multipart form with exactly one file part, straight into the blob store, never whole in memory. */
@Injectable()
export class UploadReceiver {
  constructor(
    private readonly blobs: BlobStore,
    private readonly configuration: Configuration,
    private readonly quotas: Quotas,
  ) {}

  /**
   * @param orgId whose budget of bytes it uses up
   * @throws CallerError 413, 415, 429; TransientError when too many wait for their turn
   */
  async receive(field: string, request: Request, response: Response, orgId: string): Promise<UploadedFile> {
    this.checkHeaders(request, orgId);
    return this.quotas.uploads
      .run(orgId, () => this.receiveForm(field, request, response))
      .catch((error: unknown) => {
        if (error instanceof TransientError && !request.readableFlowing) discardBody(request);
        throw error;
      });
  }

  /** What the headers tell: not a byte of the file has been read. */
  private checkHeaders(request: Request, orgId: string): void {
    if (!/^multipart\/form-data\b/i.test(request.headers['content-type'] ?? ''))
      throw new CallerError(415, 'Send the file as multipart/form-data, in a part named "file"');
    const { maxUploadBytes } = this.configuration;
    const length = Number(request.headers['content-length'] ?? 0);
    if (length > maxUploadBytes + maxFormOverhead) {
      discardBody(request);
      throw new CallerError(413, `The file is larger than ${maxUploadBytes} bytes`);
    }
    const retryAfterSeconds = this.quotas.uploadBytes.tryTake(orgId, length);
    if (retryAfterSeconds > 0) {
      discardBody(request);
      throw tooManyRequests(retryAfterSeconds, 'uploaded bytes');
    }
  }

  private async receiveForm(field: string, request: Request, response: Response): Promise<UploadedFile> {
    // Broken off while it waited for its turn: nothing would ever come of it.
    if (request.destroyed) throw invalid('The upload was broken off');
    await new Promise<void>((resolve, reject) => {
      // A refusal is answered at once; multer alone would first wait for the end of the body.
      const refuse = (error: unknown): void => {
        discardBody(request);
        reject(error as Error);
      };
      const form = multer({ storage: this.storageEngine(refuse), limits: formLimits });
      form.single(field)(request, response, (error: unknown) =>
        error ? reject(asCallerError(error, field) as Error) : resolve(),
      );
    });
    const file = request.file as (Express.Multer.File & Blob) | undefined;
    if (!file) throw invalid(`The form has no file part named "${field}"`, { [field]: 'is required' });
    return { sha256: file.sha256, size: file.size, fileName: file.originalname.slice(0, maxFileName) };
  }

  private storageEngine(refuse: (error: unknown) => void): StorageEngine {
    const { blobs, configuration } = this;
    return {
      _handleFile: (_request, file, done) => {
        blobs.put(file.stream, configuration.maxUploadBytes).then(
          (blob) => done(null, blob as Partial<Express.Multer.File>),
          (error: unknown) => {
            refuse(error);
            file.stream.resume();
            done(error);
          },
        );
      },
      // The content may be another upload's as well; retention removes what nobody names.
      _removeFile: (_request, _file, done) => done(null),
    };
  }
}

/** Limits on the form around the file; the file's own is the store's. */
const formLimits = { files: 1, fields: 20, parts: 24, fieldSize: 4_096, fieldNameSize: 100, headerPairs: 50 };

/** Bytes that a form may have besides its file. */
const maxFormOverhead = 64 * 1024;

/** A client that is still sending reads our refusal only when it has sent; this much of it is read and thrown away. */
const maxDiscardedBytes = 32 * 1024 * 1024;
const maxDiscardMs = 15_000;

function discardBody(request: Request): void {
  let bytes = 0;
  const end = (): void => void request.socket.destroy();
  const timer = setTimeout(end, maxDiscardMs);
  request.on('data', (chunk: Buffer) => {
    if ((bytes += chunk.length) > maxDiscardedBytes) end();
  });
  request.once('close', () => clearTimeout(timer));
  request.once('end', () => clearTimeout(timer));
}

function asCallerError(error: unknown, field: string): unknown {
  if (error instanceof CallerError) return error;
  if (error instanceof MulterError) {
    const message =
      error.code === 'LIMIT_UNEXPECTED_FILE' ? `The form may hold one file, in a part named "${field}"` : error.message;
    return invalid(message, { [error.field ?? field]: message });
  }
  // busboy's own complaints about the form's shape are plain errors.
  const text = error instanceof Error ? error.message : '';
  if (/multipart|boundary|unexpected end of form|malformed|part header|request aborted|request closed/i.test(text))
    return invalid(`The form cannot be read: ${text}`);
  return error;
}
