import type { Json } from '../../../model/document.js';
import { isObject, objectOf, objectsOf, optionalText, ownMember, textOf, textsOf } from '../../../model/json.js';
import { type Purl, qualifiedName } from '../../../model/purl.js';
import type { PublishedVersion, PublishedVersions } from '../../../model/requirements/published-versions.js';
import { UnexpectedAnswer } from '../live-source.js';
import { abbreviated } from './npm.js';
import { mavenXml } from './maven-central.js';
import { pathOf, textBetween } from './registry-package.js';

/** How a registry lists all versions of a package: one request. */
export interface Listing {
  /** Null where a name leads nowhere. */
  path(purl: Purl): string | null;
  readonly accept?: string;
  /** @throws {UnexpectedAnswer} */
  read(answer: Json, purl: Purl): PublishedVersions;
}

const kept = (version: string): PublishedVersion => ({ version, isWithdrawn: false });

function objectIn(answer: Json, member: string): Readonly<Record<string, Json>> {
  const found = isObject(answer) ? ownMember(answer, member) : undefined;
  if (!isObject(found)) throw new UnexpectedAnswer(`A package without ${member}`);
  return found;
}

const npm: Listing = {
  path: (purl) => pathOf(qualifiedName(purl)),
  accept: abbreviated,
  read: (answer) => ({
    versions: Object.entries(objectIn(answer, 'versions')).map(([version, manifest]) => ({
      version,
      isWithdrawn: Boolean(objectOf(manifest).deprecated),
    })),
    latest: optionalText(objectOf(objectOf(answer)['dist-tags']).latest),
  }),
};

const pypi: Listing = {
  path: ({ name }) => pathOf('pypi', name, 'json'),
  // Without a file nothing can be installed.
  read: (answer) => ({
    versions: Object.entries(objectIn(answer, 'releases')).map(([version, files]) => ({
      version,
      isWithdrawn: objectsOf(files).every(({ yanked }) => yanked === true),
    })),
  }),
};

const cargo: Listing = {
  path: ({ name }) => pathOf('api', 'v1', 'crates', name),
  read: (answer) => {
    objectIn(answer, 'crate');
    const versions = objectsOf(objectOf(answer).versions);
    return { versions: versions.map(({ num, yanked }) => ({ version: textOf(num), isWithdrawn: yanked === true })) };
  },
};

const gem: Listing = {
  path: ({ name }) => pathOf('api', 'v1', 'versions', `${name}.json`),
  read: (answer) => {
    if (!Array.isArray(answer)) throw new UnexpectedAnswer('A gem without versions');
    return {
      versions: objectsOf(answer)
        .flatMap(({ number }) => optionalText(number) ?? [])
        .map(kept),
    };
  },
};

const nuget: Listing = {
  path: ({ name }) => {
    const folder = pathOf(name.toLowerCase());
    return folder && `${folder}/index.json`;
  },
  read: (answer) => {
    if (!Array.isArray(objectOf(answer).versions)) throw new UnexpectedAnswer('A package without versions');
    return { versions: textsOf(objectOf(answer).versions).map(kept) };
  },
};

const composer: Listing = {
  path: ({ namespace, name }) => (namespace === null ? null : pathOf('p2', namespace, `${name}.json`)),
  read: (answer, purl) => {
    const versions = objectsOf(ownMember(objectIn(answer, 'packages'), qualifiedName(purl)));
    return { versions: versions.flatMap(({ version }) => optionalText(version) ?? []).map(kept) };
  },
};

const maven: Listing = {
  path: ({ namespace, name }) => {
    const folder = namespace === null ? null : pathOf(...namespace.split('.'), name);
    return folder && `${folder}/maven-metadata.xml`;
  },
  accept: mavenXml,
  read: (answer) => {
    const listed = textBetween(textOf(answer), '<versions>', '</versions>');
    if (listed === undefined) throw new UnexpectedAnswer('Metadata without versions');
    return { versions: [...listed.matchAll(/<version>\s*([^<\s]+)\s*<\/version>/g)].map((match) => kept(match[1]!)) };
  },
};

/** By the names of the live sources. */
export const listings: ReadonlyMap<string, Listing> = new Map([
  ['npm', npm],
  ['pypi', pypi],
  ['crates.io', cargo],
  ['rubygems', gem],
  ['nuget', nuget],
  ['packagist', composer],
  ['maven-central', maven],
]);
