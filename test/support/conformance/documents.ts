import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../src/platform/project-root.js';

/** A document, and how it must be read. */
export interface ListedDocument {
  readonly path: string;
  /** The path with its folder, to read the file from. */
  readonly file: string;
  readonly size: number;
  readonly format: 'CycloneDX' | 'SPDX' | 'list';
  readonly encoding: string;
  /** `accept`, `accept-or-warn`, `reject-or-warn`, `reject-or-accept` or `reject` */
  readonly expect: string;
  readonly components?: number;
  readonly services?: number;
  readonly vulnerabilities?: number;
  readonly dep_nodes?: number;
  readonly dep_edges?: number;
  readonly meta_component?: boolean;
  /** Documents of one group say the same in different encodings. */
  readonly equiv_group?: string;
  /** `utf-16`: text in UTF-16. */
  readonly bom?: string;
}

const ownFolder = join(projectRoot, 'test/conformance/documents');
/** A larger corpus that a developer may have beside the repository. It only adds cases. */
const additionalFolder = join(projectRoot, '../shared/corpus/open');

/** Never empty: a conformance test has cases wherever it runs. */
export const documents: readonly ListedDocument[] = [ownFolder, additionalFolder]
  .filter((folder) => existsSync(join(folder, 'MANIFEST.json')))
  .flatMap((folder) => {
    const { files } = JSON.parse(readFileSync(join(folder, 'MANIFEST.json'), 'utf8')) as { files: ListedDocument[] };
    return files.map((listed) => {
      const file = join(folder, listed.path);
      return { ...listed, file, size: statSync(file).size };
    });
  });

export function additionalFile(path: string): string {
  return join(additionalFolder, path);
}

/** Tests of single files of the larger corpus. What they prove, other tests of the same file prove without it. */
export function describeAdditional(title: string, tests: () => void): void {
  if (existsSync(additionalFolder)) describe(title, tests);
}
