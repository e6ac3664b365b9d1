import { maxLineLength, RowLayout, type DetectLayout } from './text-layout.js';

const archive = /^(?:.*[/\\])?([^/\\]+)\.(jar|war|ear|aar|whl|tgz|tar\.(?:gz|bz2|xz)|gem|nupkg|crate|deb|apk)$/i;
const distribution = /^([\w.]+)-(\d[\w.!+]*)(?:-\d[\w]*)?-[\w.]+-[\w.]+-[\w.]+$/;
const debian = /^([a-z0-9][a-z0-9.+-]+)_([^_]+)_[a-z0-9-]+$/;
const nuget = /^(.+?)\.(\d+(?:\.\d+)+(?:-[\w.]+)?)$/;
const dashed = /^(.+?)-(v?\d[^\s]*)$/;

const ecosystems: Readonly<Record<string, string>> = {
  jar: 'maven',
  war: 'maven',
  ear: 'maven',
  aar: 'maven',
  whl: 'pypi',
  gem: 'gem',
  nupkg: 'nuget',
  crate: 'cargo',
  deb: 'deb',
  apk: 'apk',
};

/** `lib/commons-io-2.11.0.jar` as its name, version and ecosystem. */
function cellsOf(line: string): readonly string[] | undefined {
  const [, stem = '', ending = ''] = (line.length > maxLineLength ? null : archive.exec(line)) ?? [];
  if (stem === '') return undefined;
  const kind = ending.toLowerCase();
  const pattern = kind === 'whl' ? distribution : kind === 'deb' ? debian : kind === 'nupkg' ? nuget : dashed;
  const [, name = stem, version = ''] = pattern.exec(stem) ?? [];
  return [name, version, ecosystems[kind] ?? '', line];
}

/** A list of files that are packages, one a line, most of them with a version. */
export const detectFileNames: DetectLayout = (head) => {
  const rows = head.map((line) => line.trim()).filter((line) => line !== '').map(cellsOf); // prettier-ignore
  const versioned = rows.filter((cells) => cells?.[1] !== undefined && cells[1] !== '').length;
  return versioned > 0 && versioned * 2 >= rows.length && !rows.includes(undefined) ? new FileNames() : undefined;
};

class FileNames extends RowLayout {
  private isFirst = true;

  add(text: string, place: string): void {
    if (this.isFirst) this.addRow(['name', 'version', 'ecosystem', 'file'], '');
    this.isFirst = false;
    const line = text.trim();
    const cells = line === '' ? undefined : cellsOf(line);
    if (cells) this.addRow(cells, place);
    else this.leaveOut(line, place);
  }
}
