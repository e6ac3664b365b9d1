import { Injectable } from '@nestjs/common';
import { CallerError, TransientError } from '../../model/errors.js';
import { Actor } from '../../organizations/access/actor.js';
import { Configuration } from '../../platform/configuration/configuration.js';
import { Database } from '../../platform/database/database.js';
import type { Sql } from '../../platform/database/sql.js';
import { isSignature } from '../../platform/security/link-signature.js';
import { findOrganizationName } from '../exporting/export.repository.js';
import { sharedFiles, filesOf, type SharedFileName } from './share-contents.js';
import { InternalCheck } from './internal-check.js';
import { ShareKeys } from './share-keys.js';
import { SharePassword } from './share-password.js';
import type { SharedFileQuery, ShareLinkQuery } from './shares.dto.js';
import {
  countDeletedSboms,
  countInternal,
  findShare,
  isShared,
  recordAccess,
  sbomsOfShares,
  takeDownload,
  type SharedSbomRow,
  type ShareRow,
} from './shares.repository.js';
import { shareUrl, stateOf } from './shares.service.js';
import type { VisitorSbomView, VisitorView } from './shares.view.js';

/** Between two looks at whether a share still holds while a file of it is sent. */
const watchMs = 1_000;

/** Who asks with a link. */
export interface Visitor {
  /** Of HTTP Basic; null: none given. */
  readonly password: string | null;
  readonly address: string;
  /** False: asks only whether there is something (HEAD), and gets nothing of it. */
  readonly reads: boolean;
}

/** A share whose link is right. */
export interface OpenShare {
  readonly share: ShareRow;
  readonly sboms: readonly SharedSbomRow[];
  /** Sees the SBOMs of the share in its organization, and must still be asked for those only. */
  readonly actor: Actor;
}

/** One of its SBOMs. */
export interface SharedSbom extends OpenShare {
  readonly sbom: SharedSbomRow;
  /**
   * For the snapshot that a file is made of: an entry that came in later is not in it.
   *
   * @throws TransientError where the file would show a name that the share withholds as soon as its entry is resolved
   */
  readonly check: (sql: Sql) => Promise<void>;
}

/** What the visitors of links get. Wrong, ended, revoked and used-up links are answered alike. */
@Injectable()
export class VisitorsService {
  constructor(
    private readonly database: Database,
    private readonly configuration: Configuration,
    private readonly passwords: SharePassword,
    private readonly keys: ShareKeys,
    private readonly internals: InternalCheck,
  ) {}

  async page(link: ShareLinkQuery, visitor: Visitor): Promise<VisitorView> {
    const { share, sboms, actor } = await this.open(link, visitor);
    return this.database.transaction(actor.tenancy, async (sql) => {
      await this.requireMarked(sql, share, sboms);
      const internal = withholdsInternal(share) ? await countInternal(sql, sboms.map(({ id }) => id)) : new Map<string, number>(); // prettier-ignore
      if (visitor.reads) await recordAccess(sql, share, 'page');
      return {
        title: share.title,
        from: await findOrganizationName(sql, share.org_id),
        expires_at: share.expires_at,
        downloads_left: share.max_downloads === null ? null : Math.max(0, share.max_downloads - share.downloads),
        sboms: sboms.map((sbom) => this.sbomView({ ...share, ...link }, sbom, internal.get(sbom.id) ?? 0)),
        deleted_sboms: (await countDeletedSboms(sql, [share.id])).get(share.id) ?? 0,
      };
    });
  }

  async file(query: SharedFileQuery, visitor: Visitor): Promise<SharedSbom> {
    const open = await this.open(query, visitor);
    const sbom = open.sboms.find(({ id }) => id === query.sbom_id);
    if (!sbom || !open.share.contents.includes(sharedFiles[query.file].content)) throw deadLink();
    const check = (sql: Sql): Promise<void> => this.requireMarked(sql, open.share, [sbom]);
    if (!visitor.reads) await this.database.transaction(open.actor.tenancy, check);
    return { ...open, sbom, check };
  }

  /** @throws CallerError 404 where there are none left */
  countDownload({ share, sbom, actor }: SharedSbom, file: SharedFileName): Promise<void> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      if (!(await takeDownload(sql, share.id))) throw deadLink();
      await recordAccess(sql, share, file, sbom.id);
    });
  }

  /**
   * To be asked between the parts of a long file, which a share that has ended meanwhile gives no more of. Asks the
   * database at most once in a second.
   */
  watch({ share, sbom, actor }: SharedSbom): () => Promise<void> {
    let next = performance.now() + watchMs;
    return async () => {
      if (performance.now() < next) return;
      const holds = await this.database.transaction(actor.tenancy, (sql) => isShared(sql, share.id, sbom.id));
      if (!holds) throw deadLink();
      next = performance.now() + watchMs;
    };
  }

  /** @throws CallerError 404 for every link that does not hold, 401 without the right password */
  private async open({ id, signature }: ShareLinkQuery, visitor: Visitor): Promise<OpenShare> {
    const { share, sboms } = await this.database.transaction('system', async (sql) => ({
      share: await findShare(sql, id),
      sboms: await sbomsOfShares(sql, [id]),
    }));
    // A revoked share has no key, and no signature is right.
    const right = share ? this.keys.signature(share) : '';
    if (right === null) throw new TransientError('Links cannot be checked at the moment; try again later');
    if (!share || right === '' || !isSignature(signature, right)) throw deadLink();
    if (stateOf(share) !== 'active' || sboms.length === 0) throw deadLink();
    if (share.password_hash !== null) await this.requirePassword(share, visitor);
    return { share, sboms, actor: actorOf(share, sboms) };
  }

  private async requireMarked(sql: Sql, share: ShareRow, sboms: readonly SharedSbomRow[]): Promise<void> {
    if (!withholdsInternal(share)) return;
    await this.internals.requireMarked(
      sql,
      share.org_id,
      sboms.map(({ id }) => id),
    );
  }

  private async requirePassword(share: ShareRow, { password, address }: Visitor): Promise<void> {
    if (password === null) throw passwordRequired();
    if (await this.passwords.matches(share, password, address)) return;
    await this.database.transaction({ organizations: [share.org_id] }, (sql) =>
      recordAccess(sql, share, 'wrong_password'),
    );
    throw passwordRequired();
  }

  private sbomView(share: ShareRow & ShareLinkQuery, sbom: SharedSbomRow, withheld: number): VisitorSbomView {
    const { id, name, version, supplier, components, updated_at } = sbom;
    return {
      id,
      name,
      version,
      supplier,
      components,
      updated_at,
      withheld_components: withheld,
      files: filesOf(share.contents).map((file) => ({
        file,
        title: sharedFiles[file].title,
        url: shareUrl(this.configuration, share, 'getSharedFile', { sbom_id: id, file }),
      })),
    };
  }
}

export const withholdsInternal = ({ extras }: Pick<ShareRow, 'extras'>): boolean =>
  !extras.includes('internal_components');

const passwordRequired = (): CallerError =>
  new CallerError(401, 'This link has a password: send it by HTTP Basic, with any user name', {
    authenticate: 'Basic realm="share", charset="UTF-8"',
  });

const deadLink = (): CallerError =>
  new CallerError(404, 'This link does not exist, has ended or was revoked: ask whoever sent it for another');

/** Reads the teams of the shared SBOMs and changes nothing. */
const actorOf = (share: ShareRow, sboms: readonly SharedSbomRow[]): Actor =>
  new Actor({
    userId: share.id,
    username: 'visitor',
    sysAdmin: false,
    via: 'session',
    requiredPermission: 'viewer',
    // Whoever has a link must not use up what the organization can do at once.
    quotaKey: `visitors ${share.org_id}`,
    memberships: [
      {
        orgId: share.org_id,
        role: 'viewer',
        narrowed: true,
        teamRoles: new Map(sboms.map(({ team_id }) => [team_id, 'viewer'])),
      },
    ],
  });
