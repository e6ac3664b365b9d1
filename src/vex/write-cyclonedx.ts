import type { JsonObject } from '../model/document.js';
import { justificationOfLabel, stateOfStatus } from './cyclonedx-words.js';
import { reasonWithExpiry, type ExportedStatement, type VexComponent, type VexExport } from './vex-export.js';

/**
 * A CycloneDX 1.6 document that stands alone: the product, the components that statements are on, and their
 * `vulnerabilities` with an `analysis`.
 */
export function writeCycloneDxVex(vex: VexExport): JsonObject {
  const components = new Map(
    vex.statements.flatMap((statement) => statement.components.map((component) => [component.ref, component] as const)),
  );
  const productRef = `product-${vex.documentId}`;
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${vex.documentId}`,
    version: vex.revision,
    metadata: {
      timestamp: vex.changedAt,
      tools: { components: [{ type: 'application', ...vex.tool }] },
      authors: [{ name: vex.author }],
      component: {
        type: 'application',
        'bom-ref': productRef,
        name: vex.name,
        version: vex.version,
        ...(vex.purl !== null && { purl: vex.purl }),
      },
    },
    components: [...components.values()].map(componentOf),
    vulnerabilities: vex.statements.map((statement) => cycloneDxVulnerability(statement)),
  };
}

const componentOf = ({ ref, name, org, version, purl, cpe }: VexComponent): JsonObject => ({
  type: 'library',
  'bom-ref': ref,
  ...(org !== '' && { group: org }),
  name: name === '' ? ref : name,
  version,
  ...(purl !== null && { purl }),
  ...(cpe !== null && { cpe }),
});

/** An element of `vulnerabilities` for a document that has the components by their refs. */
export function cycloneDxVulnerability(statement: ExportedStatement): JsonObject {
  const { vulnerability, aliases, status, label, response, statedAt } = statement;
  const justification = label && justificationOfLabel[label];
  const reason = reasonWithExpiry(statement);
  const isSaid = label === null || justification !== undefined || reason.includes(label);
  return {
    id: vulnerability,
    source: { name: sourceOf(vulnerability) },
    ...(aliases.length > 0 && { references: aliases.map((id) => ({ id, source: { name: sourceOf(id) } })) }),
    analysis: {
      state: stateOfStatus[status],
      ...(justification !== null && justification !== undefined && { justification }),
      ...(response !== null && { response: [response] }),
      detail: isSaid ? reason : `${label}: ${reason}`,
      firstIssued: statedAt,
      lastUpdated: statedAt,
    },
    affects: statement.components.map(({ ref }) => ({ ref })),
  };
}

/** Who gives out the id, as far as it shows. */
function sourceOf(id: string): string {
  if (id.startsWith('CVE-')) return 'NVD';
  return id.startsWith('GHSA-') ? 'GitHub Advisory Database' : 'unknown';
}
