import { Injectable } from '@nestjs/common';
import { formatPurl, type Purl } from '../../model/purl.js';
import type { Sql } from '../../platform/database/sql.js';
import { advisoryKeys } from '../vulnerabilities/ecosystems.js';
import { adviseFix, type FixAdvice } from '../vulnerabilities/fixes.js';
import { AdvisoryShelf } from './advisory-shelf.js';

/** Tells to which version packages should be updated. */
@Injectable()
export class FixAdvisor {
  private readonly shelf = new AdvisoryShelf();

  /** By purl, the smallest version that rids it of most of its advisories; one question for all. */
  async advise(sql: Sql, purls: readonly Purl[]): Promise<Map<string, FixAdvice>> {
    const keysOf = new Map(purls.map((purl) => [purl, advisoryKeys(purl)]));
    const advisories = await this.shelf.advisoriesOn(sql, [...new Set([...keysOf.values()].flat())]);
    return new Map(
      purls.flatMap((purl): [string, FixAdvice][] => {
        const own = [...new Set(keysOf.get(purl)!.flatMap((key) => advisories.get(key) ?? []))];
        const advice = adviseFix(purl, purl.version ?? '', own);
        return advice ? [[formatPurl(purl), advice]] : [];
      }),
    );
  }
}
