import type { ComponentEvidence } from '../../src/resolution/matching/query/evidence.js';

type Written = Partial<ComponentEvidence> & { readonly name: string };

/** One way to write a package of the catalogue in a list. */
interface PackageSpelling {
  readonly type: string;
  readonly as: string;
  readonly write: (one: {
    readonly path: string;
    readonly name: string;
    readonly group: string;
    readonly version: string;
  }) => Written;
}

/** One way to write a product. `target` is the software that the product is a part of; null for any other product. */
interface ProductSpelling {
  readonly part: 'a' | 'o';
  readonly target: string | null;
  readonly as: string;
  readonly write: (one: { readonly name: string; readonly vendor: string }) => Written;
}

/** Spellings of packages by package managers, scanners, directories and people. */
export const packageSpellings: readonly PackageSpelling[] = [
  {
    type: 'maven',
    as: 'group:artifact:version',
    write: ({ group, name, version }) => ({ name: `${group}:${name}:${version}` }),
  },
  { type: 'maven', as: 'artifact-version.jar', write: ({ name, version }) => ({ name: `${name}-${version}.jar` }) },
  {
    type: 'maven',
    as: 'lib/artifact-version.jar',
    write: ({ name, version }) => ({ name: `WEB-INF/lib/${name}-${version}.jar` }),
  },
  {
    type: 'maven',
    as: 'page of mvnrepository.com',
    write: ({ group, name, version }) => ({ name: `https://mvnrepository.com/artifact/${group}/${name}/${version}` }),
  },
  {
    type: 'maven',
    as: 'Artifact In Words, group',
    write: ({ group, name, version }) => ({ name: title(name), org: group, version, hint: 'java' }),
  },
  { type: 'npm', as: 'name, no hint', write: ({ path, version }) => ({ name: path, version }) },
  { type: 'npm', as: 'npm:name@version', write: ({ path, version }) => ({ name: `npm:${path}@${version}` }) },
  { type: 'npm', as: 'node_modules/name', write: ({ path, version }) => ({ name: `node_modules/${path}`, version }) },
  { type: 'npm', as: 'page of npmjs.com', write: ({ path }) => ({ name: `https://www.npmjs.com/package/${path}` }) },
  { type: 'pypi', as: 'name[extra]==version', write: ({ name, version }) => ({ name: `${name}[all]==${version}` }) },
  {
    type: 'pypi',
    as: 'name-version-py3-none-any.whl',
    write: ({ name, version }) => ({ name: `${name.replaceAll('-', '_')}-${version}-py3-none-any.whl` }),
  },
  { type: 'nuget', as: 'Name.version.nupkg', write: ({ name, version }) => ({ name: `${name}.${version}.nupkg` }) },
  { type: 'nuget', as: 'Name.dll', write: ({ name, version }) => ({ name: `${name}.dll`, version }) },
  { type: 'gem', as: 'name-version.gem', write: ({ name, version }) => ({ name: `${name}-${version}.gem` }) },
  { type: 'golang', as: 'path version', write: ({ path, version }) => ({ name: `${path} ${version}` }) },
  { type: 'golang', as: 'page of pkg.go.dev', write: ({ path }) => ({ name: `https://pkg.go.dev/${path}` }) },
  { type: 'cargo', as: 'name-version.crate', write: ({ name, version }) => ({ name: `${name}-${version}.crate` }) },
  { type: 'composer', as: 'vendor/name, no hint', write: ({ path, version }) => ({ name: path, version }) },
  { type: 'conan', as: 'name/version@_/_', write: ({ name, version }) => ({ name: `${name}/${version}@_/_` }) },
  { type: 'deb', as: 'name:amd64', write: ({ name, version }) => ({ name: `${name}:amd64`, version }) },
];

/** Spellings of products by people and vulnerability records. */
export const productSpellings: readonly ProductSpelling[] = [
  {
    part: 'a',
    target: null,
    as: 'Product, Vendor, Inc.',
    write: ({ name, vendor }) => ({ name, org: `${vendor}, Inc.` }),
  },
  { part: 'a', target: null, as: 'Vendor Product', write: ({ name, vendor }) => ({ name: `${vendor} ${name}` }) },
  {
    part: 'a',
    target: null,
    as: 'Product 4.2.1 (64-bit)',
    write: ({ name, vendor }) => ({ name: `${name} 4.2.1 (64-bit)`, org: vendor }),
  },
  {
    part: 'a',
    target: null,
    as: 'Product 4.2.1 and prior',
    write: ({ name, vendor }) => ({ name: `${name} 4.2.1 and prior`, org: vendor }),
  },
  {
    part: 'a',
    target: null,
    as: 'Product™, Vendor®',
    write: ({ name, vendor }) => ({ name: `${name}™`, org: `${vendor}®` }),
  },
  {
    part: 'a',
    target: 'wordpress',
    as: 'Product plugin for WordPress',
    write: ({ name, vendor }) => ({ name: `${name} plugin for WordPress`, org: vendor }),
  },
  {
    part: 'a',
    target: 'wordpress',
    as: 'WordPress Product Plugin',
    write: ({ name, vendor }) => ({ name: `WordPress ${name} Plugin`, org: vendor }),
  },
  { part: 'a', target: 'wordpress', as: 'Product, somebody else', write: ({ name }) => ({ name, org: 'Jane Doe' }) },
  {
    part: 'a',
    target: 'drupal',
    as: 'Product module for Drupal',
    write: ({ name, vendor }) => ({ name: `${name} module for Drupal`, org: vendor }),
  },
  {
    part: 'a',
    target: 'jenkins',
    as: 'Jenkins Product Plugin',
    write: ({ name }) => ({ name: `Jenkins ${name} Plugin`, org: 'Jenkins Project' }),
  },
  {
    part: 'o',
    target: null,
    as: 'MODEL Router',
    write: ({ name, vendor }) => ({ name: `${name.toUpperCase()} Router`, org: vendor }),
  },
];

/** "contact_form-7" as people write it: "Contact Form 7". */
export const title = (name: string): string =>
  name
    .split(/[_ ]+|-(?=\w{3})/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
