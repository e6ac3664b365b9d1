import { ArrayMaxSize } from 'class-validator';
import { TextList } from '../platform/http/fields.js';

export class SyncSourcesBody {
  @ArrayMaxSize(100, { message: 'must hold at most 100 names' })
  @TextList({
    optional: true,
    description: 'Names of sources, as `stocktake catalog sync` takes them; none: all but the indexes of registries.',
  })
  sources?: string[] | null;
}
