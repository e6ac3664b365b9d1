import { Injectable } from '@nestjs/common';
import { notFound } from '../../model/errors.js';
import type { Actor } from '../../organizations/access/actor.js';
import { Database } from '../../platform/database/database.js';
import { exploitedAmong, predictionsAmong } from '../facts/facts.repository.js';
import { advisoriesNamed, productsNamed } from './advisories.repository.js';
import { type VulnerabilityView, vulnerabilityView } from './advisories.view.js';

/** Looks single vulnerabilities up in the catalogue. */
@Injectable()
export class AdvisoriesService {
  constructor(private readonly database: Database) {}

  async get(actor: Actor, id: string): Promise<VulnerabilityView> {
    const name = id.trim();
    return this.database.transaction(actor.tenancy, async (sql) => {
      const advisories = await advisoriesNamed(sql, name);
      const names = new Set([name, ...advisories.flatMap((one) => [one.id, ...one.aliases])]);
      const cves = [...names].filter((one) => one.startsWith('CVE-'));
      const products = await productsNamed(sql, cves);
      const exploited = [...(await exploitedAmong(sql, cves)).values()][0] ?? null;
      const predictions = [...(await predictionsAmong(sql, cves)).values()];
      const prediction = predictions.sort((a, b) => b.probability - a.probability)[0] ?? null;
      if (advisories.length + products.length === 0 && !exploited && !prediction) throw notFound('vulnerability');
      return vulnerabilityView({ name, advisories, products, exploited, prediction });
    });
  }
}
