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

/** The fetcher of each project type. */
@Injectable()
export class SourceFetchers {
  private readonly fetchers: Readonly<Record<ProjectType, SourceFetcher>>;

  constructor(egress: EgressClient, configuration: Configuration) {
    this.fetchers = {
      source_unavailable: new NamesFetcher(),
      artifact: new ArtifactFetcher(egress),
      git: new GitFetcher(egress, configuration),
      svn: new SvnFetcher(egress),
      s3: new S3Fetcher(egress),
    };
  }

  of(type: ProjectType): SourceFetcher {
    return this.fetchers[type];
  }
}
