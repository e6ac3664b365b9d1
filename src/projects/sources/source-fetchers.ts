import { Injectable } from '@nestjs/common';
import { CallerError } from '../../model/errors.js';
import type { ProjectType } from '../project-source.js';
import { ArtifactFetcher } from './artifact.fetcher.js';
import { GitFetcher } from './git/git.fetcher.js';
import { NamesFetcher } from './names.fetcher.js';
import type { SourceFetcher } from './source-fetcher.js';

/** Who fetches what. */
@Injectable()
export class SourceFetchers {
  private readonly fetchers: Readonly<Partial<Record<ProjectType, SourceFetcher>>>;

  constructor(names: NamesFetcher, artifact: ArtifactFetcher, git: GitFetcher) {
    this.fetchers = { source_unavailable: names, artifact, git };
  }

  /** @throws CallerError 422 for a type that is not fetched */
  of(type: ProjectType): SourceFetcher {
    const fetcher = this.fetchers[type];
    if (!fetcher) throw new CallerError(422, `Projects of the type ${type} are not analysed yet`, { reason: 'type' });
    return fetcher;
  }
}
