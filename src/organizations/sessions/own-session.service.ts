import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { SessionTokensService } from '../tokens/session-tokens.service.js';
import { oldestSysAdmin } from '../users/users.repository.js';

/** A session of the service itself, for what it does through its own API on a first start. */
@Injectable()
export class OwnSessionService {
  constructor(
    private readonly database: Database,
    private readonly tokens: SessionTokensService,
  ) {}

  /** As the system administrator who has been there longest; null where there is none. */
  async open(): Promise<string | null> {
    const account = await this.database.transaction('system', oldestSysAdmin);
    return account && this.tokens.issue({ userId: account.id, version: account.session_version });
  }
}
