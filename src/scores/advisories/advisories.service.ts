import { Injectable } from '@nestjs/common';
import { notFound } from '../../model/errors.js';
import { osvUpstream } from '../../model/osv-names.js';
import type { Actor } from '../../organizations/access/actor.js';
import { Database } from '../../platform/database/database.js';
import { cveFacts } from '../facts/cve-facts.repository.js';
import { exploitedAmong, predictionsAmong } from '../facts/facts.repository.js';
import { advisoriesNamed, productsNamed } from './advisories.repository.js';
import { countedAdvisories, namesAndAdvisories, type VulnerabilityView, vulnerabilityView } from './advisories.view.js';

/** Looks single vulnerabilities up in the catalogue. */
@Injectable()
export class AdvisoriesService {
  constructor(private readonly database: Database) {}

  async get(actor: Actor, id: string): Promise<VulnerabilityView> {
    const name = id.trim();
    return this.database.transaction(actor.tenancy, async (sql) => {
      const { names, members } = namesAndAdvisories(name, await advisoriesNamed(sql, name));
      const cves = names.filter(isCve);
      const products = await productsNamed(sql, cves);
      const records = await cveFacts(sql, cves);
      const upstream = countedAdvisories(members).flatMap(({ record }) => osvUpstream(record).filter(isCve));
      const all = [...new Set([...cves, ...upstream])];
      const known = [...(await exploitedAmong(sql, all)).values()];
      const exploited = known.find(({ isRansomware }) => isRansomware) ?? known[0] ?? null;
      const predictions = [...(await predictionsAmong(sql, all)).values()];
      const prediction = predictions.sort((a, b) => b.probability - a.probability)[0] ?? null;
      if (members.length + products.length + records.size === 0 && !exploited && !prediction)
        throw notFound('vulnerability');
      return vulnerabilityView({ names, members, products, records: [...records.values()], exploited, prediction });
    });
  }
}

const isCve = (name: string): boolean => name.startsWith('CVE-');
