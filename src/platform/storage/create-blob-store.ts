import { join } from 'node:path';
import type { Configuration } from '../configuration/configuration.js';
import type { Database } from '../database/database.js';
import { createEgressClient } from '../egress/create-egress-client.js';
import type { BlobStore } from './blob-store.js';
import { FolderBlobStore } from './folder-blob-store.js';
import { S3BlobStore } from './s3-blob-store.js';

/** The store that the settings name. */
export function createBlobStore(configuration: Configuration, database: Database): BlobStore {
  const folder = join(configuration.dataDir, 'blobs');
  const { blobStore } = configuration;
  if (blobStore === null) return new FolderBlobStore(folder);
  // The operator has named this one host: it may be inside, for this store alone.
  const opened = blobStore.endpoint === null ? [] : [addressOf(blobStore.endpoint)];
  const egress = createEgressClient(configuration, opened);
  return new S3BlobStore(folder, blobStore, egress, database);
}

const addressOf = (endpoint: string): string => `${new URL(endpoint).hostname}:${new URL(endpoint).port || 443}`;
