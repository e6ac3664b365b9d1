import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Configuration } from '../../platform/configuration/configuration.js';
import { Database } from '../../platform/database/database.js';
import { Readiness } from '../../platform/http/health.controller.js';
import { newId } from '../../platform/identifiers/uuid.js';
import { BlobStore } from '../../platform/storage/blob-store.js';

/** `unknown`: no process that takes uploads has marked its store yet. */
export type StoreState = 'common' | 'foreign' | 'unknown';

/**
 * Whether the store of uploaded files is the one that all processes use: the first process that takes uploads marks it,
 * and the database knows the mark. A worker with another one would find no file.
 */
@Injectable()
export class CommonFiles implements OnApplicationBootstrap {
  private readonly logger = new Logger('CommonFiles');

  constructor(
    private readonly database: Database,
    private readonly blobs: BlobStore,
    private readonly configuration: Configuration,
    readiness: Readiness,
  ) {
    readiness.register(`common store of uploaded files (${blobs.place})`, async () => {
      if ((await this.state()) === 'foreign') throw new Error('the store is not the one of the other processes');
    });
  }

  async onApplicationBootstrap(): Promise<void> {
    const state = await this.state();
    if (state === 'unknown' && this.configuration.has('api')) await this.mark();
    if (state === 'foreign')
      this.logger.error(
        `${this.blobs.place} does not lead to where the other processes store uploaded files; name the same. This process is not ready`,
      );
  }

  async state(): Promise<StoreState> {
    const row = await this.database.transaction('system', (sql) =>
      sql.one<{ marker: string }>('SELECT marker FROM store_marker'),
    );
    if (!row) return 'unknown';
    return row.marker === (await this.blobs.findMarker()) ? 'common' : 'foreign';
  }

  private async mark(): Promise<void> {
    const marker = (await this.blobs.findMarker()) ?? (await this.blobs.makeMarker(newId()));
    await this.database.transaction('system', (sql) =>
      sql.run('INSERT INTO store_marker (marker) VALUES ($marker) ON CONFLICT DO NOTHING', { marker }),
    );
  }
}
