import yazl from 'yazl';

/** A zip archive in memory, for tests. Names that end in "/" become directories. */
export async function zipOf(files: Readonly<Record<string, string | Uint8Array>>, mode?: number): Promise<Buffer> {
  const archive = new yazl.ZipFile();
  for (const [name, content] of Object.entries(files)) {
    if (name.endsWith('/')) archive.addEmptyDirectory(name);
    else archive.addBuffer(Buffer.from(content), name, { mtime: new Date(0), ...(mode && { mode }) });
  }
  archive.end();
  return bytesOf(archive.outputStream as unknown as AsyncIterable<Uint8Array>);
}

export async function bytesOf(stream: AsyncIterable<Uint8Array | string>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks);
}

export interface SheetParts {
  readonly name?: string;
  readonly state?: string;
  /** What stands inside <sheetData>. */
  readonly rows: string;
  /** What stands behind it. */
  readonly after?: string;
}

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** The smallest workbook with the given sheets; `parts` adds or replaces parts by name. */
export function workbookOf(sheets: readonly SheetParts[], parts: Record<string, string> = {}): Promise<Buffer> {
  const listed = sheets.map(
    ({ name, state }, i) =>
      `<sheet name="${name ?? `Sheet${i + 1}`}" sheetId="${i + 1}" r:id="rId${i + 1}"${state ? ` state="${state}"` : ''}/>`,
  );
  const related = sheets.map(
    (_, i) => `<Relationship Id="rId${i + 1}" Type="${relation}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`,
  );
  const packages = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"';
  return zipOf({
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': `<Relationships ${packages}><Relationship Id="a" Type="${relation}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook ${main} xmlns:r="${relation}"><sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships ${packages}>${related.join('')}<Relationship Id="s" Type="${relation}/styles" Target="styles.xml"/><Relationship Id="t" Type="${relation}/sharedStrings" Target="/xl/sharedStrings.xml"/><Relationship Id="x" Type="${relation}/externalLink" Target="http://127.0.0.1:9/evil" TargetMode="External"/></Relationships>`,
    'xl/styles.xml': `<styleSheet ${main}/>`,
    'xl/sharedStrings.xml': `<sst ${main}/>`,
    ...Object.fromEntries(
      sheets.map(({ rows, after }, i) => [
        `xl/worksheets/sheet${i + 1}.xml`,
        `<worksheet ${main}><sheetData>${rows}</sheetData>${after ?? ''}</worksheet>`,
      ]),
    ),
    ...parts,
  });
}

/** Rows of text cells, without references. */
export function sheetRows(rows: readonly (readonly string[])[]): string {
  const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const cell = (text: string): string => `<c t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
  return rows.map((cells) => `<row>${cells.map(cell).join('')}</row>`).join('');
}
