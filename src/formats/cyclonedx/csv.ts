import type { BomEvent } from '../../model/document.js';
import type { BomSource, ByteSource, Format, ParseLimits, SerializeOptions } from '../format.js';
import { detectCsvLayout } from '../shared/component-list/csv-dialect.js';
import { dataRows, readCsvLayout } from '../shared/component-list/csv-rows.js';
import { csvLine } from '../writing/csv.js';
import { CycloneDxListReader, isCycloneDxList, listRows, listTitles, listVersions } from './list.js';

/** CSV with the columns of cyclonedx-cli: components only, without nesting and references. */
export const cycloneDxCsv: Format = {
  id: 'cyclonedx-csv',
  family: 'cyclonedx',
  encoding: 'CSV',
  mediaType: 'text/csv',
  extension: 'cdx.csv',
  writes: listVersions,
  detect: (head) => isCycloneDxList(detectCsvLayout(head)?.header.columns.map(({ name }) => name) ?? []),
  parse,
  serialize,
};

async function* parse(source: ByteSource, limits: ParseLimits): AsyncIterable<readonly BomEvent[]> {
  const head = await readCsvLayout(source);
  const titles = head.header.columns.map(({ name }) => name);
  const reader = new CycloneDxListReader(limits, titles);
  yield [{ type: 'header', header: { family: 'cyclonedx', specVersion: '' } }];
  for await (const rows of dataRows(source, limits, head)) yield reader.read(rows);
  yield reader.end();
}

async function* serialize(bom: BomSource, options: SerializeOptions): AsyncIterable<string> {
  yield csvLine(listTitles);
  for await (const rows of listRows(bom, options)) yield rows.map(csvLine).join('');
}
