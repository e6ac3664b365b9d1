import { maxLineLength, RowLayout, type DetectLayout } from './text-layout.js';

/** Groups of a pattern: `name` and `version`, and what else a line says. */
interface LineForm {
  readonly ecosystem: string;
  readonly pattern: RegExp;
  /** Lines that the tool prints around them. */
  readonly others?: RegExp;
  /** Without one of the other lines, it may be of anything. */
  readonly needsOthers?: boolean;
  /** Component type of each. */
  readonly type?: string;
  /** A text that only looks like it: at least half of the versions must have three parts. */
  readonly isVague?: boolean;
}

const arch = '(?:x86_64|noarch|aarch64|i[3-6]86|ppc64le|s390x|armv7hl|riscv64|src)';

/** Where each has one, it is a plain list of names and versions. */
const severalVersions = /^(?<name>\S+) (?<versions>\d\S*(?: \d\S*)*)$/;

/** What package managers print, a package a line, where no line names columns; the first form that fits counts. */
const forms: readonly LineForm[] = [
  // apt list --installed
  { ecosystem: 'deb', pattern: /^(?<name>[a-z0-9][a-z0-9.+-]+)\/\S+ (?<version>\d\S*) \S+(?: \[[^\]]*\])?$/, others: /^Listing\.\.\.|^WARNING: apt / }, // prettier-ignore
  // dpkg-query -W
  { ecosystem: 'deb', pattern: /^(?<name>[a-z0-9][a-z0-9.+-]+)(?::[a-z0-9-]+)?\t(?<version>\d\S*)$/, isVague: true },
  // apk list, apk info -v
  { ecosystem: 'apk', pattern: /^(?<name>\S+)-(?<version>\d[^\s-]*-r\d+)(?: \S+ \{\S*\} \((?<license>[^()]*)\)(?: \[[^\]]*\])?)?$/, others: /^WARNING: / }, // prettier-ignore
  // rpm -qa
  { ecosystem: 'rpm', pattern: new RegExp(`^(?<name>\\S+)-(?<version>[^-\\s]+-[^-\\s]+)\\.${arch}$`), others: /^gpg-pubkey-[\da-f]+-[\da-f]+(?:\.\(none\))?$/ }, // prettier-ignore
  // bundle list; gem list
  { ecosystem: 'gem', pattern: /^ {2}\* (?<name>\S+) \((?<version>\d[^\s()]*)(?: [\da-f]+)?\)$/, others: /^Gems included by the bundle:|^Use `bundle / }, // prettier-ignore
  { ecosystem: 'gem', pattern: /^(?<name>[\w.-]+) \((?<versions>(?:default: )?\d[^\s,()]*(?: [\w-]+)*(?:, (?:default: )?\d[^\s,()]*(?: [\w-]+)*)*)\)$/, others: /^\*\*\* (?:LOCAL|REMOTE) GEMS \*\*\*$/, needsOthers: true }, // prettier-ignore
  // mix deps
  { ecosystem: 'hex', pattern: /^\* (?<name>\w+) (?<version>\d\S*) \(Hex package\)(?: \(\w+\))?$/, others: /^ {2}\S/ },
  // vcpkg list
  { ecosystem: 'vcpkg', pattern: /^(?<name>[a-z0-9][a-z0-9-]*)(?:\[[^\]]*\])?:[a-z0-9]+(?:-[a-z0-9]+)+ {2,}(?<version>\d\S*)(?: {2,}.*)?$/, others: /^[a-z0-9-]+\[[^\]]*\]:\S+ {2,}\D/ }, // prettier-ignore
  // mvn license:add-third-party
  { ecosystem: 'maven', pattern: /^ *(?:\((?<license>[^()]{1,200})\) ){1,10}\S.{0,500} \((?<group>[\w.-]+):(?<name>[\w.-]+):(?<version>[^\s:()]+) - [^()\s]+\)$/, others: /^Lists of \d+ third-party dependencies\.$/ }, // prettier-ignore
  // go list -m all, the first of which is the module itself
  { ecosystem: 'golang', pattern: /^(?:\S+ v\S+ => )?(?<name>[\w.~-]+\.[\w.~-]+(?:\/\S+)?) (?<version>v\d\S*)$/, others: /^[\w.~-]+(?:\/[\w.~-]+)*$/ }, // prettier-ignore
  // conda list --export
  { ecosystem: 'conda', pattern: /^(?<name>[a-z0-9_][\w.-]*)=(?<version>\d[^=\s]*)=[\w.-]+$/, others: /^#/ },
  // composer show
  { ecosystem: 'composer', pattern: /^(?<name>[a-z0-9][\w.-]*\/[a-z0-9][\w.-]*) +(?<version>v?\d\S*)(?: +\S.*)?$/ },
  // choco list
  { ecosystem: 'chocolatey', pattern: /^(?<name>(?!Chocolatey )\S+) (?<version>\d\S*)$/, others: /^Chocolatey v\d|^\d+ packages? installed\.$/, needsOthers: true }, // prettier-ignore
  // Manifest of an image of Yocto: package, architecture, version
  { ecosystem: '', pattern: /^(?<name>[a-z0-9][a-z0-9.+-]+) (?:all|noarch|any|[a-z0-9]+[_-][a-z0-9_-]+) (?<version>\d\S*)$/, isVague: true }, // prettier-ignore
  // docker images, podman images; of Docker 29
  { ecosystem: 'docker', type: 'container', pattern: /^(?:(?<name>[^\s<]\S*)|<none>) {2,}(?:(?<version>[^\s<]\S*)|<none>) {2,}(?:(?:sha256:[\da-f]{64}|<none>) {2,})?[\da-f]{12} {2,}\S.* {2,}[\d.]+ ?[kKMGT]?i?B$/, others: /^REPOSITORY +TAG(?: +DIGEST)? +IMAGE ID +CREATED +SIZE$/, needsOthers: true }, // prettier-ignore
  { ecosystem: 'docker', type: 'container', pattern: /^(?<name>[^\s<]\S*?)(?::(?<version>[\w.-]+))? {2,}[\da-f]{12} {2,}[\d.]+ ?[kKMGT]?i?B(?: .*)?$/, others: /^IMAGE +ID +DISK USAGE\b|^(?:WARNING: )?This output is designed for human readability/, needsOthers: true }, // prettier-ignore
  // pip list of old
  { ecosystem: 'pypi', pattern: /^(?<name>[A-Za-z0-9][\w.-]*) \((?<version>\d[\w.!+-]*)\)$/ },
  // poetry show
  { ecosystem: '', pattern: /^(?<name>[A-Za-z0-9][\w.-]*) +(?:\(!\) )?(?<version>\d[\w.!+-]*) +[A-Z].*$/, isVague: true }, // prettier-ignore
  // brew list --versions
  { ecosystem: '', pattern: severalVersions, isVague: true },
  // license_finder, and others with a licence as the third cell
  { ecosystem: '', pattern: /^"?(?<name>[\w@/.:-]+)"?,"?(?<version>v?\d[^\s,"]*)"?,"?(?<license>[A-Za-z][^"]*)"?$/, isVague: true }, // prettier-ignore
];

const threeParts = /^v?(?:\d+:)?\d+\.\d+[.-]\w/;

interface Found {
  readonly name: string;
  readonly versions: readonly string[];
  readonly group: string;
  readonly license: string;
}

function parseLine({ pattern }: LineForm, line: string): Found | undefined {
  const groups = line.length > maxLineLength ? undefined : pattern.exec(line.trimEnd())?.groups;
  if (!groups) return undefined;
  const { name = '', versions, version = '', group = '', license = '' } = groups;
  if (versions === undefined) return { name, versions: [version], group, license };
  return { name, versions: versionsOf(versions), group, license };
}

/** "7.1.2, default: 7.0.8", "1.15.5 x86_64-linux", "3.11.6_1 3.11.7" */
const versionsOf = (text: string): string[] => {
  const versions = text.replaceAll('default: ', '').split(', ');
  return versions.length > 1 ? versions.map((version) => version.split(' ')[0]!) : text.replace('default: ', '').split(' ').filter((part) => /^\d/.test(part)); // prettier-ignore
};

export const detectPackageLines: DetectLayout = (head) => {
  const lines = head.filter((line) => line.trim() !== '');
  const form = forms.find((one) => fits(one, lines));
  return form && new PackageLines(form);
};

/** True for what a package manager printed: a list where it is sent as one, not where it lies among files. */
export const isPackageLines = (head: string): boolean => detectPackageLines(head.split(/\r\n|\n|\r/)) !== undefined;

/** Two packages at least, and no line that is neither one nor around them. */
function fits(form: LineForm, lines: readonly string[]): boolean {
  const found = lines.map((line) => parseLine(form, line));
  const packages = found.filter((one) => one !== undefined);
  if (packages.length < (form.needsOthers ? 1 : 2)) return false;
  if (found.some((one, index) => !one && !isOther(form, lines[index]!))) return false;
  if (form.needsOthers && packages.length === lines.length) return false;
  if (form.pattern === severalVersions && packages.every(({ versions }) => versions.length === 1)) return false;
  return (
    !form.isVague || packages.filter(({ versions }) => threeParts.test(versions[0]!)).length * 2 >= packages.length
  );
}

const isOther = ({ others }: LineForm, line: string): boolean =>
  line.length <= maxLineLength && others?.test(line.trimEnd()) === true;

class PackageLines extends RowLayout {
  private isFirst = true;

  constructor(private readonly form: LineForm) {
    super();
  }

  add(line: string, place: string): void {
    const { ecosystem, type } = this.form;
    const columns = ['name', 'version', 'ecosystem', 'group id', 'license', ...(type ? ['component type'] : [])];
    if (this.isFirst) this.addRow(columns, '');
    this.isFirst = false;
    const found = parseLine(this.form, line);
    if (found)
      for (const version of found.versions)
        this.addRow([found.name, version, ecosystem, found.group, found.license, ...(type ? [type] : [])], place);
    else if (!isOther(this.form, line)) this.leaveOut(line, place);
  }
}
