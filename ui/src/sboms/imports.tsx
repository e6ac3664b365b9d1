import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { number, texts } from '../../texts.en.js';
import { get, type Data } from '../api.js';
import { FileText, shortText } from '../parts/file-text.js';
import { Part, useLoaded } from '../parts/loaded.js';
import { Mark } from '../parts/marks.js';
import { More, pageSize } from '../parts/more.js';
import { Table } from '../parts/table.js';
import { organization } from '../session.js';

type ImportedFile = Data<'GET v1/project/getImports'>[number];

/** The files of an SBOM, each with what the next one changed. */
export function Imports({ sbomId, stamp }: { sbomId: string; stamp: string }): JSX.Element {
  const [limit, setLimit] = useState(pageSize);
  const loaded = useLoaded(() => get('v1/project/getImports', { id: sbomId, limit }), [sbomId], [limit, stamp]);
  const { columns, ...words } = texts.imports;
  return (
    <Part of={loaded}>
      {({ data: files, meta }) =>
        files.length === 0 ? (
          <p class="soft">{words.none}</p>
        ) : (
          <div class="stack">
            <div class="scroll-x">
              <Table
                label={words.title}
                rows={files}
                keyOf={({ id }) => id}
                columns={[
                  { title: columns.number, isNumber: true, cell: ({ number: of }) => number(of) },
                  { title: columns.file, cell: ({ file_name: name }) => <FileText text={name} cut={80} /> },
                  { title: columns.format, cell: ({ format }) => format },
                  {
                    title: columns.entries,
                    isNumber: true,
                    cell: ({ entry_count: count }) => (count === null ? texts.unknown : number(count)),
                  },
                  { title: columns.when, cell: ({ imported_at: at }) => texts.moment(at) },
                  { title: columns.signature, cell: ({ signatures }) => <Signatures of={signatures} /> },
                  {
                    title: columns.changes,
                    cell: (file) => <Changes {...{ sbomId, file, files }} total={meta.total_count} />,
                  },
                ]}
              />
            </div>
            <More shown={files.length} total={meta.total_count} limit={limit} onMore={setLimit} />
            <p class="small soft">{words.kept}</p>
          </div>
        )
      }
    </Part>
  );
}

const marks = {
  valid: 'passed',
  invalid: 'failed',
  key_unknown: 'not_examined',
  unsupported_algorithm: 'not_examined',
  not_verified: 'not_examined',
};

/** A file without a signature says so: it is no failure, and no proof. */
function Signatures({ of: signatures }: { of: ImportedFile['signatures'] }): JSX.Element {
  if (signatures.length === 0) return <span class="quiet">{texts.imports.unsigned}</span>;
  return (
    <>
      {signatures.map(({ status, message, signed_by: signer, kind, algorithm }, index) => (
        <span key={index} class="block break">
          <Mark kind={marks[status]}>{texts.imports.signature[status]}</Mark>
          <span class="sub">
            {[signer && texts.imports.signedBy(shortText(signer)), kind, shortText(algorithm, 40)]
              .filter(Boolean)
              .join(' · ')}
          </span>
          {message !== '' && status !== 'valid' && <span class="sub">{shortText(message, 300)}</span>}
        </span>
      ))}
    </>
  );
}

/** A link to what the import changed; nothing for the first. */
function Changes({
  sbomId,
  file,
  files,
  total,
}: {
  sbomId: string;
  file: ImportedFile;
  files: readonly ImportedFile[];
  total: number;
}): JSX.Element {
  const before = files[files.indexOf(file) + 1];
  // The one before is not loaded yet: that it is not kept would be wrong.
  if (!before && files.length < total) return <span class="quiet">{texts.imports.notLoaded}</span>;
  if (!before) return <span class="quiet">{texts.imports.first}</span>;
  const query = new URLSearchParams({ from: sbomId, from_import: String(before.number) });
  query.set('to', sbomId);
  query.set('to_import', String(file.number));
  return <a href={`/o/${organization.value!.id}/compare?${query.toString()}`}>{texts.imports.compare}</a>;
}
