import { sheetRows, workbookOf } from '../zip.js';
import { cyclonedx } from '../sboms.js';
import type { KnownComponent } from './table.js';

const header = ['Component', 'Vendor', 'Version'];
const cells = ({ name, supplier, version }: KnownComponent): string[] => [name, supplier, version];

/** A vendor's list: names, and no identifiers. */
export const csvOf = (components: readonly KnownComponent[]): string =>
  [header, ...components.map(cells)].map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\r\n');

export const workbookOfComponents = (components: readonly KnownComponent[]): Promise<Buffer> =>
  workbookOf([{ name: 'Components', rows: sheetRows([header, ...components.map(cells)]) }]);

const cpeName = ({ cpe, version }: KnownComponent): string | null =>
  cpe && `cpe:2.3:${cpe}:${version.replace(/^v/, '')}${':*'.repeat(7)}`;

export const cyclonedxOf = (components: readonly KnownComponent[]): string =>
  cyclonedx(
    components.map((component, index) => ({
      type: 'library',
      'bom-ref': String(index),
      supplier: { name: component.supplier },
      name: component.name,
      version: component.version,
      ...(component.purl ? { purl: component.purl } : { cpe: cpeName(component) }),
    })),
  );

export const spdxOf = (components: readonly KnownComponent[]): string =>
  JSON.stringify({
    spdxVersion: 'SPDX-2.3',
    dataLicense: 'CC0-1.0',
    SPDXID: 'SPDXRef-DOCUMENT',
    name: 'known',
    documentNamespace: 'https://example.org/known',
    creationInfo: { created: '2026-01-01T00:00:00Z', creators: ['Tool: test'] },
    packages: components.map((component, index) => ({
      SPDXID: `SPDXRef-${index}`,
      name: component.name,
      supplier: `Organization: ${component.supplier}`,
      versionInfo: component.version,
      downloadLocation: 'NOASSERTION',
      externalRefs: [
        component.purl
          ? { referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: component.purl }
          : { referenceCategory: 'SECURITY', referenceType: 'cpe23Type', referenceLocator: cpeName(component) },
      ],
    })),
  });
