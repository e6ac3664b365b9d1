import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { FileSource } from '../../platform/storage/file-source.js';
import { defaultLimits } from '../../formats/format.js';
import { openDocument } from '../../formats/open-document.js';
import { bytesSource } from '../../formats/reading/bytes.js';
import { StagingWriter } from './staging.js';

/** Enough that the engine compiles what a component takes. */
const components = 60;
const rounds = 3;

/** A process that was started for a file gets it at once. */
const patienceMs = 1;

/**
 * Reads small documents of the usual kinds, so that the code is compiled when the file comes for which somebody waits.
 *
 * @param input ends it when it is there, and keeps it from beginning if it is there already
 */
export async function warmUp(input: Promise<unknown>): Promise<void> {
  let isOver = false;
  const end = (): void => void (isOver = true);
  input.then(end, end);
  await sleep(patienceMs);
  const own = await FileSource.open(process.argv[1]!);
  await own.read(0, 1).finally(() => own.close());
  for (let round = 0; round < rounds; round += 1)
    for (const document of [cycloneDx, spdx]) {
      await nextTurn();
      if (isOver) return;
      const bytes = new TextEncoder().encode(JSON.stringify(document));
      const spill = (): Promise<never> => Promise.reject(new Error('It is not wrapped'));
      const { decode } = await openDocument(bytesSource(bytes), { limits: defaultLimits, spill });
      const writer = new StagingWriter();
      for await (const batch of decode()) for (const event of batch) writer.rows(event);
    }
}

const many = <T>(make: (name: string) => T): T[] => Array.from({ length: components }, (_, index) => make(`c${index}`));

const cycloneDx = {
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  metadata: { component: { type: 'application', name: 'warm-up', 'bom-ref': 'top' } },
  components: many((name) => ({
    type: 'library',
    'bom-ref': name,
    group: '@warm',
    name,
    version: '1.2.3',
    purl: `pkg:npm/%40warm/${name}@1.2.3`,
    licenses: [{ license: { id: 'MIT' } }, { expression: 'MIT OR Apache-2.0' }],
    hashes: [{ alg: 'SHA-256', content: 'a'.repeat(64) }],
    externalReferences: [{ type: 'vcs', url: `https://github.com/warm/${name}` }],
    properties: [{ name: 'a', value: 'b' }],
  })),
  dependencies: many((name) => ({ ref: name, dependsOn: ['c0'] })),
};

const spdx = {
  spdxVersion: 'SPDX-2.3',
  SPDXID: 'SPDXRef-DOCUMENT',
  name: 'warm-up',
  dataLicense: 'CC0-1.0',
  documentNamespace: 'https://example.org/warm-up',
  creationInfo: { created: '2026-01-01T00:00:00Z', creators: ['Tool: warm-up'] },
  packages: many((name) => ({
    SPDXID: `SPDXRef-${name}`,
    name,
    versionInfo: '1.2.3',
    downloadLocation: 'NOASSERTION',
    licenseConcluded: 'MIT',
    supplier: 'Organization: Warm',
    filesAnalyzed: false,
    externalRefs: [
      { referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: `pkg:npm/${name}@1.2.3` },
    ],
  })),
  relationships: many((name) => ({
    spdxElementId: 'SPDXRef-c0',
    relatedSpdxElement: `SPDXRef-${name}`,
    relationshipType: 'DEPENDS_ON',
  })),
};
