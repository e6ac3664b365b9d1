import { Injectable } from '@nestjs/common';
import { Configuration } from '../../platform/configuration/configuration.js';
import { EgressClient } from '../../platform/egress/egress-client.js';
import type { ProjectType } from '../project-source.js';
import { ArtifactFetcher } from './artifact.fetcher.js';
import { GitFetcher } from './git/git.fetcher.js';
import { NamesFetcher } from './names.fetcher.js';
import type { SourceFetcher } from './source-fetcher.js';
import { S3Fetcher } from './s3/s3.fetcher.js';
import { SvnFetcher } from './svn/svn.fetcher.js';

/** Who fetches what. */
@Injectable()
export class SourceFetchers {
  private readonly fetchers: Readonly<Record<ProjectType, SourceFetcher>>;

  constructor(outside: EgressClient, configuration: Configuration) {
    this.fetchers = {
      source_unavailable: new NamesFetcher(),
      artifact: new ArtifactFetcher(outside),
      git: new GitFetcher(outside, configuration),
      svn: new SvnFetcher(outside),
      s3: new S3Fetcher(outside),
    };
  }

  of(type: ProjectType): SourceFetcher {
    return this.fetchers[type];
  }
}
