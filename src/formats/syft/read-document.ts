import type { BomComponent, BomEvent, BomProperty, BomWarning, Json, JsonObject } from '../../model/document.js';
import { isObject, objectOf, objectsOf, textOf } from '../../model/json.js';
import { componentDraft } from '../component-draft.js';
import { FormatError, type ParseLimits } from '../format.js';
import { RefSet } from '../shared/ref-set.js';
import { hashOf, readArtifact } from './read-artifact.js';

const topMembersRead: ReadonlySet<string> = new Set(['source', 'distro', 'descriptor', 'schema']);
const maxKinds = 200;

/** Things of one kind that were seen and not taken. */
interface Left {
  count: number;
  readonly place: string;
}

/** Converts the elements of a document of Syft to events. */
export class SyftReader {
  private events: BomEvent[] = [];
  private readonly refs = new RefSet();
  private readonly left = new Map<string, Left>();
  private readonly top: Record<string, Json> = Object.create(null) as Record<string, Json>;
  private components = 0;
  private edges = 0;
  private files = 0;
  /** Relationships that come before the packages: the order of members has no meaning. */
  private readonly early: { readonly value: Json; readonly place: string }[] = [];
  private isEnding = false;
  /** By wanted ref: the next number to try. */
  private readonly nextNumbers = new Map<string, number>();

  constructor(private readonly limits: ParseLimits) {}

  readonly warn = (warning: BomWarning): void => void this.events.push({ type: 'warning', warning });

  take(): readonly BomEvent[] {
    const { events } = this;
    this.events = [];
    return events;
  }

  member(name: string, value: Json, place: string): void {
    if (topMembersRead.has(name)) this.top[name] = value;
    else if (name === 'artifacts') throw new FormatError('invalid', '"artifacts" must be a list', place);
    else if (value !== null) this.leave(`The member "${name.slice(0, 80)}" of the document`, place);
  }

  artifact(value: Json, place: string): void {
    if (!isObject(value)) throw new FormatError('invalid', 'A package must be an object', place);
    this.components += 1;
    const { maxComponents, maxNameLength } = this.limits;
    if (this.components > maxComponents)
      throw new FormatError('limit', `There are more components than the limit of ${maxComponents}`, place);
    for (const name of ['name', 'version', 'purl'])
      if (textOf(value[name]).length > maxNameLength)
        throw new FormatError('limit', `The ${name} is longer than the limit of ${maxNameLength} characters`, place);
    const { component, left } = readArtifact(value, this.refOf(value, place), place);
    for (const name of left) this.leave(`The member "${name.slice(0, 80)}" of packages`, place);
    this.events.push({ type: 'component', component });
  }

  /** Of two packages that depend on each other, the parent is the dependency (syft, artifact/relationship.go). */
  relationship(value: Json, place: string): void {
    if (this.components === 0 && !this.isEnding) {
      if (this.early.length >= this.limits.maxEdges) throw this.tooManyEdges(place);
      this.early.push({ value, place });
      return;
    }
    const { parent, child, type } = objectOf(value);
    if (typeof parent !== 'string' || typeof child !== 'string' || typeof type !== 'string') {
      this.leave('A relationship without "parent", "child" or "type"', place);
      return;
    }
    this.edges += 1;
    if (this.edges > this.limits.maxEdges) throw this.tooManyEdges(place);
    const [from, to] = type === 'dependency-of' ? [child, parent] : [parent, child];
    const kind = type === 'dependency-of' ? 'depends-on' : type === 'contains' ? 'CONTAINS' : null;
    const isOfPackages = this.refs.has(from) && this.refs.has(to);
    if (kind !== null && isOfPackages) this.events.push({ type: 'dependency', dependency: { from, to: [to], kind } });
    // Everything listed is contained in the subject.
    else if (type !== 'contains' || !this.refs.has(child))
      this.leave(
        `A relationship "${type.slice(0, 80)}"${isOfPackages ? '' : ' with something that is no package'}`,
        place,
      );
  }

  private tooManyEdges(place: string): FormatError {
    return new FormatError('limit', `There are more dependencies than the limit of ${this.limits.maxEdges}`, place);
  }

  file(): void {
    this.files += 1;
  }

  end(): void {
    this.isEnding = true;
    for (const { value, place } of this.early) this.relationship(value, place);
    const { source, distro, descriptor } = this.top;
    const subject = subjectOf(objectOf(source), (what, place) => this.leave(what, place));
    const about = objectOf(descriptor);
    const created = textOf(about.timestamp);
    this.events.push({
      type: 'header',
      header: {
        family: 'cyclonedx',
        specVersion: '1.6',
        name: subject.name,
        ...(created !== '' && { created }),
        native: { family: 'cyclonedx', data: { metadata: { tools: { components: [toolOf(about)] } } } },
      },
    });
    this.events.push({ type: 'subject', component: { ...subject, ref: this.freeRef(subject.ref || 'subject') } });
    this.distribution(objectOf(distro));
    if (this.files > 0) this.leave(`The list "files"`, '/files', this.files);
    for (const [what, { count, place }] of this.left)
      this.warn({ place, message: `${what} was not taken${count === 1 ? '' : `, nor ${count - 1} more`}` });
  }

  /** The distribution of an image is a component, as in Syft's CycloneDX. */
  private distribution(distro: JsonObject): void {
    const name = textOf(distro.id) || textOf(distro.name);
    if (name === '') return;
    const cpe = textOf(distro.cpeName);
    const { id: _id, cpeName: _cpe, prettyName: _pretty, versionID: _version, ...others } = distro;
    const component: BomComponent = {
      ...componentDraft({ ref: this.freeRef(`os:${name}`), place: '/distro' }),
      properties: propertiesOf(others, { prefix: 'syft:distro:', known: name }, (member) =>
        this.leave(`The member "distro.${member}"`, '/distro'),
      ),
      type: 'operating-system',
      name,
      version: textOf(distro.versionID) || textOf(distro.version),
      cpes: cpe === '' ? [] : [cpe],
      ...(textOf(distro.prettyName) !== '' && { description: textOf(distro.prettyName) }),
    };
    this.events.push({ type: 'component', component });
  }

  private refOf({ id }: JsonObject, place: string): string {
    const wanted = textOf(id).slice(0, this.limits.maxNameLength);
    if (wanted === '') return this.freeRef(`package-${this.components}`);
    if (this.refs.add(wanted)) return wanted;
    this.leave('An id that an earlier package has', place);
    return this.freeRef(wanted);
  }

  private freeRef(wanted: string): string {
    if (this.refs.add(wanted)) return wanted;
    let number = this.nextNumbers.get(wanted) ?? 2;
    while (!this.refs.add(`${wanted}-${number}`)) number += 1;
    this.nextNumbers.set(wanted, number + 1);
    return `${wanted}-${number}`;
  }

  private leave(what: string, place: string, count = 1): void {
    const found = this.left.get(what);
    if (found) found.count += count;
    else if (this.left.size < maxKinds) this.left.set(what, { count, place });
    else if (what !== 'Something else') this.leave('Something else', place, count);
  }
}

/** What was not taken, and where it is. */
type Leave = (what: string, place: string) => void;

/** Of an image, a folder or a file; schemas before 9 name it in `target`. */
function subjectOf(source: JsonObject, leave: Leave): BomComponent {
  const metadata = isObject(source.metadata) ? source.metadata : objectOf(source.target);
  const name = textOf(source.name) || textOf(metadata.userInput) || textOf(metadata.path) || textOf(source.target);
  const supplier = textOf(source.supplier);
  const { digests, labels, ...others } = metadata;
  return {
    ...componentDraft({ ref: textOf(source.id), place: '/source' }),
    type: source.type === 'image' ? 'container' : source.type === 'file' ? 'file' : 'application',
    name,
    version: textOf(source.version),
    hashes: objectsOf(digests).flatMap(hashOf),
    properties: [
      ...propertiesOf(others, { prefix: 'syft:source:', known: name }, (member) =>
        leave(`The member "source.metadata.${member}"`, '/source'),
      ),
      ...propertiesOf(objectOf(labels), { prefix: 'syft:image:labels:', known: '' }, () =>
        leave('A label of the image', '/source'),
      ),
    ],
    ...(supplier !== '' && { supplier: { kind: 'unknown', name: supplier } }),
  };
}

/** Members that hold whole files, in base64. */
const fileMembers: ReadonlySet<string> = new Set(['manifest', 'config']);

/** Members as properties, a list of texts as one for each. What is `known` already is left out. */
function propertiesOf(
  json: JsonObject,
  { prefix, known }: { readonly prefix: string; readonly known: string },
  leave: (member: string) => void,
): BomProperty[] {
  return Object.entries(json).flatMap(([member, value]) => {
    const items = [value].flat();
    const isTaken = !fileMembers.has(member) && items.every((item) => typeof item !== 'object' || item === null);
    if (!isTaken) leave(member.slice(0, 80));
    return (isTaken ? items : [])
      .filter((item) => item !== null && item !== '' && item !== known)
      .map((item) => ({ name: prefix + member, value: String(item) }));
  });
}

const toolOf = ({ name, version }: JsonObject): JsonObject => ({
  type: 'application',
  name: textOf(name) || 'syft',
  ...(textOf(version) !== '' && { version: textOf(version) }),
});
