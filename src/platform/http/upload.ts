import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import multer, { MulterError, type StorageEngine } from 'multer';
import { CallerError, invalid, TransientError } from '../../model/errors.js';
import { Configuration } from '../configuration/configuration.js';
import { BlobStore, type Blob } from '../storage/blob-store.js';
import { tooManyRequests } from './load-shedding.middleware.js';
import { Quotas } from './quotas.js';

export interface UploadedFile extends Blob {
  /** As the client gave it; never used as a path. */
  readonly fileName: string;
}

const maxFileName = 255;

type Received = (sha256: string | null) => Promise<void>;
const receivers = new WeakMap<Request, Received>();

/** Runs when the form of a request is received, before anything is done with it. Null: its part is a text. */
export const onceReceived = (request: Request, run: Received): void => void receivers.set(request, run);

/** A part that may be a text as well. */
export interface TextOrFile {
  readonly name: string;
  /** The text is held in memory, as a field of the body. */
  readonly maxTextBytes: number;
}

/** Streams the one file part of a multipart form into the blob store. */
@Injectable()
export class UploadReceiver {
  constructor(
    private readonly blobs: BlobStore,
    private readonly configuration: Configuration,
    private readonly quotas: Quotas,
  ) {}

  /**
   * @returns null if the part is a text, or missing where it may be one
   * @param orgId the organization whose upload quota is charged
   * @throws CallerError 413, 415, 429; TransientError when too many uploads wait
   */
  receive(field: string, request: Request, response: Response, orgId: string): Promise<UploadedFile>;
  receive(field: TextOrFile, request: Request, response: Response, orgId: string): Promise<UploadedFile | null>;
  async receive(
    field: string | TextOrFile,
    request: Request,
    response: Response,
    orgId: string,
  ): Promise<UploadedFile | null> {
    this.checkHeaders(request, orgId);
    return this.quotas.uploads
      .run(orgId, () => this.receiveForm(field, request, response))
      .catch((error: unknown) => {
        if (error instanceof TransientError && !request.readableFlowing) discardBody(request);
        throw error;
      });
  }

  /** Before any byte of the file is read. */
  private checkHeaders(request: Request, orgId: string): void {
    if (!/^multipart\/form-data\b/i.test(request.headers['content-type'] ?? ''))
      throw new CallerError(415, 'Send the file as multipart/form-data, in a part named "file"');
    const { maxUploadBytes } = this.configuration;
    const length = Number(request.headers['content-length'] ?? 0);
    if (length > maxUploadBytes + maxFormOverhead) {
      discardBody(request);
      throw new CallerError(
        413,
        `The file is larger than ${maxUploadBytes} bytes; compress it with gzip, or ask the operator to raise MAX_UPLOAD_BYTES`,
      );
    }
    const retryAfterSeconds = this.quotas.uploadBytes.tryTake(orgId, length);
    if (retryAfterSeconds > 0) {
      discardBody(request);
      throw tooManyRequests(retryAfterSeconds, 'uploaded bytes');
    }
  }

  private async receiveForm(
    part: string | TextOrFile,
    request: Request,
    response: Response,
  ): Promise<UploadedFile | null> {
    const { name: field, maxTextBytes } = typeof part === 'string' ? { name: part, maxTextBytes: 0 } : part;
    // Aborted while it waited.
    if (request.destroyed) throw invalid('The upload was aborted; send the file again');
    await new Promise<void>((resolve, reject) => {
      // The response is sent at once; multer would wait for the end of the body.
      const reportError = (error: unknown): void => {
        discardBody(request);
        reject(error as Error);
      };
      const form = multer({
        storage: this.storageEngine(reportError),
        limits: { ...formLimits, ...(maxTextBytes > 0 && { fieldSize: maxTextBytes }) },
      });
      form.single(field)(request, response, (error: unknown) =>
        error ? reject(asCallerError(error, field) as Error) : resolve(),
      );
    });
    const file = request.file as (Express.Multer.File & Blob) | undefined;
    if (!file && maxTextBytes === 0)
      throw invalid(`The form has no file part named "${field}"`, { [field]: 'is required' });
    await receivers.get(request)?.(file?.sha256 ?? null);
    return file ? { sha256: file.sha256, size: file.size, fileName: file.originalname.slice(0, maxFileName) } : null;
  }

  private storageEngine(reportError: (error: unknown) => void): StorageEngine {
    const { blobs, configuration } = this;
    return {
      _handleFile: (_request, file, done) => {
        blobs.put(file.stream, configuration.maxUploadBytes).then(
          (blob) => done(null, blob as Partial<Express.Multer.File>),
          (error: unknown) => {
            reportError(error);
            file.stream.resume();
            done(error);
          },
        );
      },
      // Another upload may have the same content; retention removes unreferenced files.
      _removeFile: (_request, _file, done) => done(null),
    };
  }
}

/** The blob store limits the file itself. */
const formLimits = { files: 1, fields: 20, parts: 24, fieldSize: 4_096, fieldNameSize: 100, headerPairs: 50 };

/** In bytes, besides the file. */
const maxFormOverhead = 64 * 1024;

/** A client reads the response only after it has sent its body, so this much of the body is read and discarded. */
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
      error.code === 'LIMIT_UNEXPECTED_FILE'
        ? `The form may contain only one file, in a part named "${field}"`
        : error.message;
    return invalid(message, { [error.field ?? field]: message });
  }
  // busboy reports a malformed form with plain errors.
  const text = error instanceof Error ? error.message : '';
  if (/multipart|boundary|unexpected end of form|malformed|part header|request aborted|request closed/i.test(text))
    return invalid(`The form is malformed: ${text}`);
  return error;
}
