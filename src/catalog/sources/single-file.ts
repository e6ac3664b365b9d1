import type { FeedSource } from './feed.js';
import type { RemoteSource } from './source.js';

/** A source of one file, fetched again where it has changed. */
export function singleFile(source: RemoteSource): FeedSource {
  const { address } = source;
  const ending = /(?:\.tar)?\.[a-z]+$/.exec(new URL(address).pathname)?.[0] ?? '';
  return {
    ...source,
    async fetch(feed, { etag, lastModified }) {
      const known = { etag, lastModified } as { etag?: string; lastModified?: string };
      const fetched = await feed.file(address, {
        name: `file${ending}`,
        maxBytes: source.maxBytes,
        accept: source.accept,
        validators: known,
      });
      if (fetched === null) return [];
      const { file, validators } = fetched;
      const changed = Date.parse(validators.lastModified ?? '');
      return [
        {
          name: source.name,
          file,
          state: { ...validators },
          dataAsOf: Number.isNaN(changed) ? null : new Date(changed).toISOString(),
          read: (onBytes) => source.read(file, onBytes),
        },
      ];
    },
  };
}
