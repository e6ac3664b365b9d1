import { maxLineLength, RowLayout, type DetectLayout } from './text-layout.js';

type Groups = Readonly<Record<string, string | undefined>>;

/** Groups of a pattern: `name` and `version`, and what else a line says. */
interface LineForm {
  /** What prints it. */
  readonly tool: string;
  readonly ecosystem: string | ((groups: Groups) => string);
  readonly pattern: RegExp;
  /** Lines that the tool prints around them. */
  readonly others?: RegExp;
  /** Without one of the other lines, it may be of anything. */
  readonly needsOthers?: boolean;
  /** Further groups, which become columns of these names. */
  readonly columns?: readonly string[];
  /** Component type of each. */
  readonly type?: string;
  /** A text that only looks like it: at least half of the versions must have three parts. */
  readonly isVague?: boolean;
}

const arch = '(?:x86_64|noarch|aarch64|i[3-6]86|ppc64le|s390x|armv7h?l|riscv64|src|x86_64_v[234]|\\(none\\))';

/** Where each has one, it is a plain list of names and versions. */
const severalVersions = /^(?<name>\S+) (?<versions>r?\d\S*(?: r?\d\S*)*)$/;

/** What package managers print, a package a line, where no line names columns; the first form that fits counts. */
const forms: readonly LineForm[] = [
  // apt list --installed
  { tool: 'apt list', ecosystem: 'deb', pattern: /^(?<name>[a-z0-9][a-z0-9.+-]+)\/\S+ (?<version>\d\S*) \S+(?: \[[^\]]*\])?$/, others: /^Listing\.\.\.|^WARNING: apt / }, // prettier-ignore
  // dpkg-query -W
  {
    tool: 'dpkg-query -W',
    ecosystem: 'deb',
    pattern: /^(?<name>[a-z0-9][a-z0-9.+-]+)(?::[a-z0-9-]+)?\t(?<version>\d\S*)$/,
    isVague: true,
  },
  // apk list, apk info -v; a virtual package (.build-deps-20230901.120000) is only a name for others
  { tool: 'apk', ecosystem: 'apk', pattern: /^(?<name>\S+)-(?<version>\d[^\s-]*-r\d+)(?: \S+ \{\S*\} \((?<license>[^()]*)\)(?: \[[^\]]*\])?)?$/, others: /^WARNING: |^\.\S+-\d{8}\.\d+(?: .*)?$/ }, // prettier-ignore
  // rpm -qa
  { tool: 'rpm -qa', ecosystem: 'rpm', pattern: new RegExp(`^(?!gpg-pubkey-)(?<name>\\S+)-(?<version>[^-\\s]+-[^-\\s]+)\\.${arch}$`), others: /^gpg-pubkey-[\da-f]+-[\da-f]+(?:\.\(none\))?$/ }, // prettier-ignore
  // bundle list; gem list
  { tool: 'bundle list', ecosystem: 'gem', pattern: /^ {2}\* (?<name>\S+) \((?<version>\d[^\s()]*)(?: [\da-f]+)?\)$/, others: /^Gems included by the bundle:|^Use `bundle / }, // prettier-ignore
  { tool: 'gem list', ecosystem: 'gem', pattern: /^(?<name>[\w.-]+) \((?<versions>(?:default: )?\d[^\s,()]*(?: [\w-]+)*(?:, (?:default: )?\d[^\s,()]*(?: [\w-]+)*)*)\)$/, others: /^\*\*\* (?:LOCAL|REMOTE) GEMS \*\*\*$/, needsOthers: true }, // prettier-ignore
  // mix deps; what is not of Hex is named with its path or repository
  {
    tool: 'mix deps',
    ecosystem: ({ source }) => (source === undefined ? 'hex' : ''),
    pattern: /^\* (?<name>\w+)(?: (?<version>\d\S*))? \((?:Hex package|(?<source>[^()]+))\)(?: \(\w+\))?$/,
    columns: ['source'],
    others: /^ {2}\S/,
  },
  // vcpkg list
  { tool: 'vcpkg list', ecosystem: 'vcpkg', pattern: /^(?<name>[a-z0-9][a-z0-9-]*)(?:\[[^\]]*\])?:[a-z0-9]+(?:-[a-z0-9]+)+ +(?<version>\d\S*)(?: +.*)?$/, others: /^[a-z0-9-]+\[[^\]]*\]:\S+ {2,}\D/ }, // prettier-ignore
  // mvn license:add-third-party
  { tool: 'license:add-third-party of Maven', ecosystem: 'maven', pattern: /^ *(?:\((?<license>[^()]{1,200})\) ){1,10}\S.{0,500} \((?<group>[\w.-]+):(?<name>[\w.-]+):(?<version>[^\s:()]+) - [^()\s]+\)$/, others: /^Lists of \d+ third-party dependencies\.$/ }, // prettier-ignore
  // go list -m all, the first of which is the module itself
  { tool: 'go list -m all', ecosystem: 'golang', pattern: /^(?:\S+ v\S+ => )?(?<name>[\w.~-]+\.[\w.~-]+(?:\/\S+)?) (?<version>v\d\S*)(?: => (?<replacement>[./]\S*))?$/, columns: ['replacement'], others: /^[\w.~-]+(?:\/[\w.~-]+)*$/ }, // prettier-ignore
  // conda list
  {
    tool: 'conda list',
    ecosystem: ({ Channel }) => (Channel === 'pypi' ? 'pypi' : 'conda'),
    pattern: /^(?<name>[A-Za-z0-9_][\w.-]*) +(?<version>(?=\S*\d)[\w.!+]+) +(?<Build>\S+)(?: +(?<Channel>\S+))?$/,
    columns: ['Build', 'Channel'],
    others: /^#(?: packages in environment at .*| +Name +Version +Build.*|)$/,
    needsOthers: true,
  },
  // conda list --export
  {
    tool: 'conda list --export',
    ecosystem: ({ build = '' }) => (build.startsWith('pypi_') ? 'pypi' : 'conda'),
    pattern: /^(?<name>[a-z0-9_][\w.-]*)=(?<version>\d[^=\s]*)=(?<build>[\w.-]+)$/,
    others: /^#/,
  },
  // composer show
  { tool: 'composer show', ecosystem: 'composer', pattern: /^(?<name>[a-z0-9][\w.-]*\/[a-z0-9][\w.-]*) +(?<version>v?\d\S*|dev-\S+|\S+-dev)(?: +\S.*)?$/ }, // prettier-ignore
  // choco list
  { tool: 'choco list', ecosystem: 'chocolatey', pattern: /^(?<name>(?!Chocolatey )\S+) (?<version>\d\S*)$/, others: /^Chocolatey v\d|^\d+ packages? installed\.$|^Did you know Pro \/ Business|^ Features\? Learn more about|^ https:\/\/chocolatey\.org\/compare$/, needsOthers: true }, // prettier-ignore
  // Manifest of an image of Yocto: package, architecture, version
  { tool: 'Yocto', ecosystem: '', pattern: /^(?<name>[a-z0-9][a-z0-9.+-]+) (?:all|noarch|any|[a-z0-9]+[_-][a-z0-9_-]+) (?<version>\d\S*)$/, isVague: true }, // prettier-ignore
  // docker images, podman images; of Docker 29
  { tool: 'docker images', ecosystem: 'docker', type: 'container', pattern: /^(?:(?<name>[^\s<]\S*)|<none>) {2,}(?:(?<version>[^\s<]\S*)|<none>) {2,}(?:(?:sha256:[\da-f]{64}|<none>) {2,})?[\da-f]{12} {2,}\S.* {2,}[\d.]+ ?[kKMGT]?i?B$/, others: /^REPOSITORY +TAG(?: +DIGEST)? +IMAGE ID +CREATED +SIZE$/, needsOthers: true }, // prettier-ignore
  { tool: 'docker images', ecosystem: 'docker', type: 'container', pattern: /^(?<name>[^\s<]\S*?)(?::(?<version>[\w.-]+))? {2,}[\da-f]{12} {2,}[\d.]+ ?[kKMGT]?i?B(?: .*)?$/, others: /^IMAGE +ID +DISK USAGE\b|^(?:WARNING: )?This output is designed for human readability/, needsOthers: true }, // prettier-ignore
  // pip list of old
  { tool: 'pip list', ecosystem: 'pypi', pattern: /^(?<name>[A-Za-z0-9][\w.-]*) \((?<version>\d[\w.!+-]*)\)$/ },
  // poetry show
  { tool: 'poetry show', ecosystem: '', pattern: /^(?<name>[A-Za-z0-9][\w.-]*) +(?:\(!\) )?(?<version>\d[\w.!+-]*) +(?:[A-Z]|[a-z]\S* ).*$/, isVague: true }, // prettier-ignore
  // brew list --versions
  { tool: 'brew list --versions', ecosystem: '', pattern: severalVersions, isVague: true },
  // license_finder, and others with a licence as the third cell
  { tool: 'license_finder', ecosystem: '', pattern: /^"?(?<name>[\w@/.:-]+)"?,"?(?<version>v?\d[^\s,"]*)"?,"?(?<license>[A-Za-z][^"]*)"?$/, isVague: true }, // prettier-ignore
];

const threeParts = /^v?(?:\d+:)?\d+\.\d+[._-]\w/;

interface Found {
  readonly name: string;
  readonly versions: readonly string[];
  readonly group: string;
  readonly license: string;
  readonly ecosystem: string;
  readonly others: readonly string[];
}

function parseLine({ pattern, ecosystem, columns = [] }: LineForm, line: string): Found | undefined {
  const groups = line.length > maxLineLength ? undefined : pattern.exec(line.trimEnd())?.groups;
  if (!groups) return undefined;
  const { name = '', versions, version = '', group = '', license = '' } = groups;
  return {
    name,
    versions: versions === undefined ? [version] : versionsOf(versions),
    group,
    license,
    ecosystem: typeof ecosystem === 'string' ? ecosystem : ecosystem(groups),
    others: columns.map((column) => groups[column] ?? ''),
  };
}

/** "7.1.2, default: 7.0.8", "1.15.5 x86_64-linux", "3.11.6_1 3.11.7" */
const versionsOf = (text: string): string[] => {
  const versions = text.replaceAll('default: ', '').split(', ');
  return versions.length > 1 ? versions.map((version) => version.split(' ')[0]!) : text.replace('default: ', '').split(' ').filter((part) => /^r?\d/.test(part)); // prettier-ignore
};

export const detectPackageLines: DetectLayout = (head) => {
  const lines = head.filter((line) => line.trim() !== '');
  let near: LineForm | undefined;
  for (const form of forms) {
    const share = shareOf(form, lines);
    if (share === 1) return new PackageLines(form);
    if (share >= clearMajority && !form.isVague) near ??= form;
  }
  return near && new PackageLines(near);
};

/** Of a form that no other text has. */
const clearMajority = 0.8;

/** Of a text in which at least half of the lines are as a tool prints them: that tool, and the first line that is not. */
export function nearPackageLines(head: string): string | undefined {
  const lines = head.split(lineEnd);
  const filled = lines.filter((line) => line.trim() !== '');
  const form = forms.find((one) => !one.needsOthers && shareOf(one, filled) >= 0.5);
  const other = lines.findIndex((line) => line.trim() !== '' && form && !parseLine(form, line) && !isOther(form, line));
  return other < 0 ? undefined : `Most lines are as ${form!.tool} prints them, but line ${other + 1} is not`;
}

const lineEnd = /\r\n|\n|\r/;

/** True for what a package manager printed: a list where it is sent as one, not where it lies among files. */
export const isPackageLines = (head: string): boolean => detectPackageLines(head.split(lineEnd)) !== undefined;

/** The share of packages among the lines that are not around them; 0 for a text of another form. */
function shareOf(form: LineForm, lines: readonly string[]): number {
  const found = lines.map((line) => parseLine(form, line));
  const packages = found.filter((one) => one !== undefined);
  if (packages.length < (form.needsOthers ? 1 : 2)) return 0;
  if (form.needsOthers && packages.length === lines.length) return 0;
  if (form.pattern === severalVersions && packages.every(({ versions }) => versions.length === 1)) return 0;
  const telling = packages.filter(({ versions }) => threeParts.test(versions[0]!)).length;
  if (form.isVague && telling * 2 < packages.length) return 0;
  const strange = found.filter((one, index) => !one && !isOther(form, lines[index]!)).length;
  return packages.length / (packages.length + strange);
}

const isOther = ({ others }: LineForm, line: string): boolean =>
  line.length <= maxLineLength && others?.test(line.trimEnd()) === true;

class PackageLines extends RowLayout {
  private isFirst = true;

  constructor(private readonly form: LineForm) {
    super();
  }

  add(line: string, place: string): void {
    const { type, columns = [] } = this.form;
    const names = ['name', 'version', 'ecosystem', 'group id', 'license', ...columns];
    if (this.isFirst) this.addRow([...names, ...(type ? ['component type'] : [])], '');
    this.isFirst = false;
    const { name = '', versions = [], ecosystem = '', group = '', license = '', others = [] } = parseLine(this.form, line) ?? {}; // prettier-ignore
    for (const version of versions)
      this.addRow([name, version, ecosystem, group, license, ...others, ...(type ? [type] : [])], place);
    if (versions.length === 0 && !isOther(this.form, line)) this.leaveOut(line, place);
  }
}
