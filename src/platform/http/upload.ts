import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import multer, { MulterError, type StorageEngine } from 'multer';
import { CallerError, invalid } from '../../model/errors.js';
import { Configuration } from '../configuration/configuration.js';
import { BlobStore, type Blob } from '../storage/blob-store.js';

export interface Upload extends Blob {
  /** As the caller named it: data for people, never a path. */
  readonly fileName: string;
}

const maxFileName = 255;

/** Receives a multipart form with exactly one file part, straight into the blob store, never whole in memory. */
@Injectable()
export class Uploads {
  constructor(
    private readonly blobs: BlobStore,
    private readonly configuration: Configuration,
  ) {}

  async receive(field: string, request: Request, response: Response): Promise<Upload> {
    if (!/^multipart\/form-data\b/i.test(request.headers['content-type'] ?? ''))
      throw new CallerError(415, `Send the file as multipart/form-data, in a part named "${field}"`);
    const form = multer({
      storage: this.storage(),
      limits: { files: 1, fields: 20, parts: 24, fieldSize: 4_096, fieldNameSize: 100, headerPairs: 50 },
    });
    await new Promise<void>((resolve, reject) =>
      form.single(field)(request, response, (error: unknown) =>
        error ? reject(asCallersFault(error, field)) : resolve(),
      ),
    );
    const file = request.file as (Express.Multer.File & Blob) | undefined;
    if (!file) throw invalid(`The form has no file part named "${field}"`, { [field]: 'is required' });
    return { sha256: file.sha256, size: file.size, fileName: file.originalname.slice(0, maxFileName) };
  }

  private storage(): StorageEngine {
    const { blobs, configuration } = this;
    return {
      _handleFile: (_request, file, done) => {
        blobs.put(file.stream, configuration.maxUploadBytes).then(
          (blob) => done(null, blob as Partial<Express.Multer.File>),
          (error: unknown) => {
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

function asCallersFault(error: unknown, field: string): unknown {
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
