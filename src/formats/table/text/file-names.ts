import { parseArchiveName, type ArchiveName } from '../../shared/archive-names.js';
import { maxLineLength, RowLayout, type DetectLayout } from './text-layout.js';

const endings = 'jar|war|ear|aar|whl|tgz|tar\\.(?:gz|bz2|xz)|gem|nupkg|crate|deb|apk';
const archive = new RegExp(`^(?:.*[/\\\\])?([^/\\\\:;]+)\\.(${endings})$`, 'i');
/** Of a class path; the drive in "C:\\lib" is followed by no archive. */
const betweenArchives = new RegExp(`(?<=\\.(?:${endings})) *[:;,] *|(?<=\\.(?:${endings})) +`, 'i');
/** Of `ls -l`, and of tools that print a checksum before the name. */
const prefix =
  /^(?:[-l][-rwxsStT]{9}[.+@]? +\d+ +\S+ +\S+ +[\d,]+ +(?:\d{4}-\S+ +\S+|\S+ +\S+ +[\d:]+) +|[\da-f]{32,128} [ *])/;
/** Lines between the names that `ls` prints. */
const heading = /^total \d+$|^\.{1,2}(?:\/[^:]*)?:$/;
const distribution = /^([\w.]+)-(\d[\w.!+]*)(?:-\d[\w]*)?-[\w.]+-[\w.]+-[\w.]+$/;
const debian = /^([a-z0-9][a-z0-9.+-]+)_([^_]+)_[a-z0-9-]+$/;
const nuget = /^(.+?)\.(\d+(?:\.\d+)+(?:-[\w.]+)?)$/;

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

/** `lib/commons-io-2.11.0.jar` as its name, version, ecosystem, and what else its name says. */
function cellsOf(file: string): readonly string[] | undefined {
  const [, stem = '', ending = ''] = (file.length > maxLineLength ? null : archive.exec(file)) ?? [];
  // A size or a date before it: it is a listing of another form.
  if (stem === '' || /(?:^|\s)[\d:]+\s/.test(stem)) return undefined;
  const kind = ending.toLowerCase();
  const { name, version, classifier = '' } = parseStem(stem, kind);
  return [name, version, ecosystems[kind] ?? '', file, classifier];
}

function parseStem(stem: string, kind: string): ArchiveName {
  const pattern = kind === 'whl' ? distribution : kind === 'deb' ? debian : kind === 'nupkg' ? nuget : undefined;
  if (!pattern) return parseArchiveName(stem);
  const [, name = stem, version = ''] = pattern.exec(stem) ?? [];
  return { name, version };
}

/** The files of a line, which may be a class path; undefined where something else stands in it. */
function filesOf(line: string): readonly (readonly string[])[] | undefined {
  const parts = line.replace(prefix, '').split(betweenArchives).filter((part) => part !== ''); // prettier-ignore
  const files = parts.map(cellsOf).filter((cells) => cells !== undefined);
  return files.length > 0 && files.length === parts.length ? files : undefined;
}

/** A list of files that are packages, most of them with a version. */
export const detectFileNames: DetectLayout = (head) => {
  const lines = head.map((line) => line.trim()).filter((line) => line !== '' && !heading.test(line)).map(filesOf); // prettier-ignore
  const files = lines.flatMap((each) => each ?? []);
  const versioned = files.filter((cells) => cells[1] !== '').length;
  return versioned > 0 && versioned * 2 >= files.length && !lines.includes(undefined) ? new FileNames() : undefined;
};

class FileNames extends RowLayout {
  private isFirst = true;

  add(text: string, place: string): void {
    if (this.isFirst) this.addRow(['name', 'version', 'ecosystem', 'file', 'classifier'], '');
    this.isFirst = false;
    const line = text.trim();
    const files = line === '' ? undefined : filesOf(line);
    for (const cells of files ?? []) this.addRow(cells, place);
    if (!files && !heading.test(line)) this.leaveOut(line, place);
  }
}
