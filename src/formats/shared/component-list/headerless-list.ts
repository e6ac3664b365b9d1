import type { TableRow } from '../../reading/stream-items.js';
import { parseSchemeCoordinates } from './coordinates.js';
import type { Column, Header } from './header.js';

/** A kind of list that needs no header, for each of its lines says what it is. */
interface HeaderlessListKind {
  readonly columns: readonly Column[];
  matches(lines: readonly string[]): boolean;
  /** Cells for the columns; undefined where the line is of another kind. */
  splitLine(line: string): readonly string[] | undefined;
}

const purl = /^pkg:[a-z][a-z0-9.+-]*\/\S+$/i;
const cpe = /^cpe:(?:\/[aho]:|2\.3:[aho]:)\S+$/i;

const identifiers = (kind: 'purl' | 'cpe', pattern: RegExp): HeaderlessListKind => ({
  columns: [{ name: kind, kind }],
  matches: (lines) => lines.every((line) => pattern.test(line)),
  splitLine: (line) => [line],
});

/** Nobody writes longer ones, and no pattern below is to be tried on them. */
const maxLineLength = 500;

/** A requirement of pip (PEP 508) without its marker and options: name, extras, and a version, a range or an address. */
const requirement = /^([a-z0-9][\w.-]*)(?: ?\[[\w., -]*\])?(?: ?(@ ?\S+|\(?(?:[=<>!~]=|[<>]|===).*))?$/i;
const pinned = /^={2,3} ?([a-z0-9][\w.!+-]*)$/i;
/** Conda builds packages from files, which stand in place of the version. */
const isUrl = /^[a-z][a-z+]*:\/\//;
const pipOption = /^-{1,2}[a-z]/i;
/** `-e git+https://github.com/owner/name.git@3f6c0a9#egg=name` */
const editable = /^(?:-e|--editable) (\S+)#(?:\S+&)?egg=([\w.-]+)/;

interface Requirement {
  readonly name: string;
  readonly version?: string;
  readonly range?: string;
  readonly address?: string;
}

function parseRequirement(line: string): Requirement | undefined {
  if (line.length > maxLineLength) return undefined;
  const [, source, egg] = editable.exec(line) ?? [];
  if (source !== undefined && egg !== undefined) return { name: egg, address: source };
  const [text = ''] = line.replace(/\s+/g, ' ').split(/ ?;| ?\\$| #| --hash=/);
  const [, name, rest = ''] = requirement.exec(text) ?? [];
  if (name === undefined) return undefined;
  if (rest.startsWith('@')) return { name, address: rest.slice(1).trim() };
  const version = pinned.exec(rest)?.[1];
  return version === undefined ? { name, range: rest } : { name, version };
}

/** What `pip freeze` and pip-compile write: at least half of what is required is pinned to a version or an address. */
const requirements: HeaderlessListKind = {
  columns: [
    { name: 'name', kind: 'name' },
    { name: 'version', kind: 'version' },
    { name: 'requirement' },
    { name: 'source', kind: 'vcs' },
    { name: 'ecosystem', kind: 'ecosystem' },
  ],
  matches: (lines) => {
    if (lines.some((line) => line.length > maxLineLength)) return false;
    const parsed = lines.filter((line) => editable.test(line) || !pipOption.test(line)).map(parseRequirement);
    const pins = parsed.filter((each) => each?.version !== undefined || isUrl.test(each?.address ?? '')).length;
    return pins > 0 && pins * 2 >= parsed.length && parsed.every((each) => each !== undefined);
  },
  splitLine: (line) => {
    const { name, version = '', range = '', address = '' } = parseRequirement(line) ?? {};
    if (name === undefined) return line.startsWith('--hash=') ? [] : undefined;
    return [name, version, range, address, 'pypi'];
  },
};

/** A name and a version, between white space or "@"; in cells of their own a name may be of several words. */
const pair = /^(?:([^\t]+)\t|(\S+) +|(\S+)@)(v?\d\S*)$/;
/** A version such as no measured value, heading or date looks. */
const threeParts = /^v?\d+\.\d+\.\d/;
const address = /^\d{1,3}(?:\.\d{1,3}){3}$/;

const parseNameAndVersion = (line: string): readonly [name: string, version: string] | undefined => {
  const [, cell, word, before, version] = (line.length > maxLineLength ? null : pair.exec(line)) ?? [];
  const name = cell ?? word ?? before;
  if (name === undefined || version === undefined) return undefined;
  return /\p{L}/u.test(name) && !/[:=]$/.test(name) ? [name, version] : undefined;
};

const namesAndVersions: HeaderlessListKind = {
  columns: [
    { name: 'name', kind: 'name' },
    { name: 'version', kind: 'version' },
  ],
  matches: (lines) => {
    const pairs = lines.map(parseNameAndVersion);
    const telling = pairs.filter((each) => each && threeParts.test(each[1]) && !address.test(each[1])).length;
    return pairs.length > 1 && telling * 2 >= pairs.length && pairs.every((each) => each !== undefined);
  },
  splitLine: parseNameAndVersion,
};

/** `npm+lodash$4.17.21` of FOSSA, and what other tools write with a scheme before it. */
const locators: HeaderlessListKind = {
  columns: [{ name: 'locator', kind: 'coordinates' }],
  matches: (lines) => lines.every((line) => /^[a-z-]+\+\S+\$\S/.test(line) && parseSchemeCoordinates(line)),
  splitLine: (line) => [line],
};

const goLicense = /^([\w-]+(?:\.[\w-]+)+(?:\/\S*)?)\t(https?:\/\/\S+|Unknown)\t(\S[^\t]*)$/;
/** Of the address of a licence, which has the tag of the module's version, as far as there is one. */
const goVersion = /\/(?:blob|\+)\/(?:[^\s:]+\/)?(v\d+\.\d+\.\d+[\w.+-]*)[/:]/;

/** What `go-licenses report` and `csv` write: package, address of its licence, licence. */
const goLicenses: HeaderlessListKind = {
  columns: [
    { name: 'name', kind: 'name' },
    { name: 'version', kind: 'version' },
    { name: 'license url', kind: 'license-url' },
    { name: 'license', kind: 'license' },
    { name: 'ecosystem', kind: 'ecosystem' },
  ],
  matches: (lines) => lines.every((line) => line.length <= maxLineLength && goLicense.test(line)),
  splitLine: (line) => {
    const [, name, url = '', license = ''] = (line.length > maxLineLength ? null : goLicense.exec(line)) ?? [];
    return name === undefined ? undefined : [name, goVersion.exec(url)?.[1] ?? '', url, license, 'golang'];
  },
};

const kinds: readonly HeaderlessListKind[] = [
  identifiers('purl', purl),
  identifiers('cpe', cpe),
  locators,
  goLicenses,
  requirements,
  namesAndVersions,
];

/** A row as the line that it would be in a text; a comment is none. */
function joinCells(cells: readonly string[]): string {
  const [first = '', ...others] = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  return first.startsWith('#') ? '' : [first, ...others].join('\t');
}

/**
 * How a list without a header is read, judged by its first rows: package URLs, CPEs, the requirements of pip with most
 * of them pinned, or a name and a version on each line, most of them of three parts.
 *
 * @returns undefined where the rows are anything else
 */
export function detectHeaderlessList(rows: readonly TableRow[]): Header | undefined {
  const lines = rows.map(({ cells }) => joinCells(cells)).filter((line) => line !== '');
  const kind = lines.length === 0 ? undefined : kinds.find(({ matches: isListOf }) => isListOf(lines));
  if (!kind) return undefined;
  const { columns } = kind;
  const cellsOf = (cells: readonly string[]): readonly string[] => {
    const line = joinCells(cells);
    return line === '' ? [] : (kind.splitLine(line) ?? [...columns.map(() => ''), line]);
  };
  // A line of another kind names no component: it stands in a column that says nothing.
  return { columns: [...columns, { name: 'line' }], score: columns.length, place: null, splitRow: cellsOf };
}
