import type { JsonObject } from '../model/document.js';
import { groupBy } from '../model/group-by.js';
import { purlOrNull } from '../model/purl.js';
import {
  bomLinkOf,
  reasonWithExpiry,
  type ExportedStatement,
  type VexComponent,
  type VexExport,
} from './vex-export.js';
import type { VexResponse, VexStatus } from './vex-words.js';

const lists: Readonly<Record<VexStatus, string>> = {
  not_affected: 'known_not_affected',
  affected: 'known_affected',
  fixed: 'fixed',
  under_investigation: 'under_investigation',
};

const remedies: Readonly<Record<VexResponse, string>> = {
  update: 'vendor_fix',
  rollback: 'mitigation',
  workaround_available: 'workaround',
  will_not_fix: 'no_fix_planned',
  can_not_fix: 'none_available',
};

/**
 * A CSAF 2.0 document with the profile VEX (OASIS CSAF 2.0, 4.5). Each component is a product that is a default
 * component of the SBOM's product; statements are on these relationships.
 */
export function writeCsafVex(vex: VexExport): JsonObject {
  const components = [
    ...new Map(vex.statements.flatMap(({ components: of }) => of.map((one) => [one.ref, one] as const))).values(),
  ];
  const ids = new Map(components.map(({ ref }, index) => [ref, `component-${index + 1}`]));
  return {
    document: documentOf(vex),
    product_tree: productTreeOf(vex, components),
    vulnerabilities: [...groupBy(vex.statements, ({ vulnerability }) => vulnerability)].map(([name, statements]) =>
      vulnerabilityOf(name, statements, (component) => `product-${ids.get(component.ref)}`),
    ),
  };
}

function documentOf({ documentId, name, version, author, authorId, changedAt, tool }: VexExport): JsonObject {
  const title = `VEX of ${`${name} ${version}`.trim() || documentId}`;
  return {
    category: 'csaf_vex',
    csaf_version: '2.0',
    lang: 'en',
    title,
    notes: [{ category: 'summary', text: `What is known of vulnerabilities in components: ${title}.` }],
    // Whether it is the vendor, a user or somebody else is not known.
    publisher: { category: 'other', name: author.trim() || authorId, namespace: `urn:uuid:${authorId}` },
    tracking: {
      id: `${documentId}-${changedAt.replace(/[^0-9TZ]/g, '')}`,
      status: 'final',
      version: '1',
      initial_release_date: changedAt,
      current_release_date: changedAt,
      revision_history: [{ number: '1', date: changedAt, summary: 'Statements as of this time.' }],
      generator: { date: changedAt, engine: { ...tool } },
    },
  };
}

function productTreeOf(vex: VexExport, components: readonly VexComponent[]): JsonObject {
  const { name, version, supplier, purl, documentId } = vex;
  const title = `${name} ${version}`.trim() || documentId;
  const product = {
    name: title,
    product_id: 'product',
    product_identification_helper: purl === null ? uriHelper(`urn:uuid:${documentId}`) : { purl },
  };
  const byName = { category: 'product_name', name: name.trim() || documentId };
  // Under a version a package URL without one would be read as of that version alone, which the SBOM does not have.
  const isOfAnyVersion = version.trim() === '' || (purl !== null && purlOrNull(purl)?.version === null);
  const branch = isOfAnyVersion
    ? { ...byName, product }
    : { ...byName, branches: [{ category: 'product_version', name: version, product }] };
  return {
    branches: [{ category: 'vendor', name: supplier.trim() || 'unknown', branches: [branch] }],
    full_product_names: components.map((component, index) => ({
      name: componentName(component),
      product_id: `component-${index + 1}`,
      ...helperOf(vex, component),
    })),
    relationships: components.map((component, index) => ({
      category: 'default_component_of',
      product_reference: `component-${index + 1}`,
      relates_to_product_reference: 'product',
      full_product_name: {
        name: `${componentName(component)} in ${title}`,
        product_id: `product-component-${index + 1}`,
      },
    })),
  };
}

const componentName = ({ org, name, version, ref }: VexComponent): string =>
  [[org, name].filter((part) => part.trim() !== '').join('/'), version].join(' ').trim() || ref;

/** CSAF takes the formatted-string binding of CPE 2.3 or the URI binding in a strict spelling. */
const cpePattern =
  /^cpe:2\.3:[aho*-](?::(?:(?:\?*|\*?)(?:[a-zA-Z0-9\-._]|\\[\\*?!"#$%&'()+,/:;<=>@[\]^`{|}~])+(?:\?*|\*?)|[*-])){5}(?::(?:[a-zA-Z]{2,3}(?:-(?:[a-zA-Z]{2}|[0-9]{3}))?|[*-]))(?::(?:(?:\?*|\*?)(?:[a-zA-Z0-9\-._]|\\[\\*?!"#$%&'()+,/:;<=>@[\]^`{|}~])+(?:\?*|\*?)|[*-])){4}$/;

/** The ref stands for a component without identifiers, so that an import finds it again. */
function helperOf(vex: VexExport, { purl, cpe, ref }: VexComponent): JsonObject {
  const isWritable = cpe !== null && cpePattern.test(cpe);
  const helper = { ...(purl !== null && { purl }), ...(isWritable && { cpe }) };
  return {
    product_identification_helper: Object.keys(helper).length > 0 ? helper : uriHelper(bomLinkOf(vex, ref)),
  };
}

/** Of an SBOM, or of an element of it: a name alone identifies nothing. */
const uriHelper = (uri: string): JsonObject => ({
  x_generic_uris: [{ namespace: 'https://cyclonedx.org/capabilities/bomlink/', uri }],
});

function vulnerabilityOf(
  name: string,
  statements: readonly ExportedStatement[],
  idOf: (component: VexComponent) => string,
): JsonObject {
  const idsOf = ({ components }: ExportedStatement): string[] => components.map(idOf);
  const names = [...new Set([name, ...statements.flatMap(({ aliases }) => aliases)])];
  const cve = names.find((one) => /^CVE-[0-9]{4}-[0-9]{4,}$/.test(one));
  const others = names.filter((one) => one !== cve).map((text) => ({ system_name: systemOf(text), text }));
  const status = [...groupBy(statements, (statement) => lists[statement.status])];
  const notAffected = statements.filter((one) => one.status === 'not_affected');
  const affected = statements.filter((one) => one.status === 'affected');
  const flags = notAffected.flatMap((one) =>
    one.label === null ? [] : [{ label: one.label, date: one.statedAt, product_ids: idsOf(one) }],
  );
  const notes = statements.flatMap((one) =>
    one.status === 'fixed' || one.status === 'under_investigation'
      ? [{ category: 'details', text: reasonWithExpiry(one), title: one.status }]
      : [],
  );
  return {
    ...(cve !== undefined && { cve }),
    ...(others.length > 0 && { ids: others }),
    notes: [{ category: 'summary', text: name }, ...notes],
    product_status: Object.fromEntries(status.map(([list, of]) => [list, of.flatMap(idsOf)])),
    ...(flags.length > 0 && { flags }),
    ...(notAffected.length > 0 && {
      threats: notAffected.map((one) => ({ category: 'impact', date: one.statedAt, details: reasonWithExpiry(one), product_ids: idsOf(one) })),
    }),
    ...(affected.length > 0 && {
      remediations: affected.map((one) => ({
        ...remedyOf(one), date: one.statedAt, product_ids: idsOf(one),
      })),
    }),
  }; // prettier-ignore
}

/** The profile wants a remedy of each affected product (4.5), and has no word for one that is not known. */
const remedyOf = (one: ExportedStatement): JsonObject =>
  one.response === null
    ? { category: 'none_available', details: `${reasonWithExpiry(one)} (what is done about it is not recorded)` }
    : { category: remedies[one.response], details: reasonWithExpiry(one) };

const systemOf = (id: string): string => (id.startsWith('GHSA-') ? 'GitHub Advisory Database' : 'unknown');
