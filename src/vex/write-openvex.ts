import type { JsonObject } from '../model/document.js';
import {
  bomLinkOf,
  reasonWithExpiry,
  type ExportedStatement,
  type VexComponent,
  type VexExport,
} from './vex-export.js';

/** An OpenVEX 0.2.0 document. The product is the subject of the SBOM, its components are subcomponents. */
export function writeOpenVex(vex: VexExport): JsonObject {
  return {
    '@context': 'https://openvex.dev/ns/v0.2.0',
    '@id': `urn:uuid:${vex.documentId}#${vex.changedAt}`,
    author: vex.author,
    timestamp: vex.changedAt,
    version: 1,
    tooling: `${vex.tool.name} ${vex.tool.version}`,
    statements: vex.statements.map((statement) => ({
      vulnerability: {
        name: statement.vulnerability,
        ...(statement.aliases.length > 0 && { aliases: [...statement.aliases] }),
      },
      timestamp: statement.statedAt,
      products: [productOf(vex, statement)],
      status: statement.status,
      ...reasonsOf(statement),
    })),
  };
}

const productOf = (vex: VexExport, { components }: ExportedStatement): JsonObject => ({
  '@id': vex.purl ?? `urn:uuid:${vex.documentId}`,
  ...(vex.purl !== null && { identifiers: { purl: vex.purl } }),
  subcomponents: components.map((component) => subcomponentOf(vex, component)),
});

function subcomponentOf(vex: VexExport, { purl, cpe, ref }: VexComponent): JsonObject {
  const identifiers = {
    ...(purl !== null && { purl }),
    ...(cpe !== null && { [cpe.startsWith('cpe:2.3:') ? 'cpe23' : 'cpe22']: cpe }),
  };
  return {
    '@id': purl ?? bomLinkOf(vex, ref),
    ...(Object.keys(identifiers).length > 0 && { identifiers }),
  };
}

/** not_affected needs a justification or an impact statement, affected an action statement (OpenVEX 0.2.0). */
function reasonsOf(statement: ExportedStatement): JsonObject {
  const { status, label, response } = statement;
  const reason = reasonWithExpiry(statement);
  if (status === 'not_affected') return { ...(label && { justification: label }), impact_statement: reason };
  if (status === 'affected') return { action_statement: response === null ? reason : `${response}: ${reason}` };
  return { status_notes: reason };
}
