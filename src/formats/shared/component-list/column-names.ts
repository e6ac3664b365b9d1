/**
 * What a column of a component list says. Columns of the kinds in `repeatable` may occur several times; of the others
 * the one whose name stands first in the list below is taken, and the rest are kept as properties.
 */
export type ColumnKind =
  | 'name'
  | 'version'
  | 'group'
  | 'supplier'
  | 'originator'
  | 'publisher'
  | 'author'
  | 'purl'
  | 'cpe'
  | 'identifier'
  | 'license'
  | 'concluded-license'
  | 'license-url'
  | 'description'
  | 'type'
  | 'ecosystem'
  | 'scope'
  | 'copyright'
  | 'ref'
  | 'hash'
  | 'hash-algorithm'
  | 'website'
  | 'distribution'
  | 'vcs'
  | 'issue-tracker'
  | 'documentation'
  | 'mailing-list'
  | 'release-notes'
  | 'security-contact'
  | 'support'
  | 'coordinates'
  | 'vulnerability'
  | 'severity'
  | 'fixed-version';

/** External reference types of CycloneDX; a cell counts only when it holds an address. */
export const referenceKinds: ReadonlySet<ColumnKind> = new Set<ColumnKind>([
  'website',
  'distribution',
  'vcs',
  'issue-tracker',
  'documentation',
  'mailing-list',
  'release-notes',
  'security-contact',
  'support',
]);

export const repeatableKinds: ReadonlySet<ColumnKind> = new Set<ColumnKind>([
  'hash',
  'purl',
  'cpe',
  'identifier',
  ...referenceKinds,
]);

/**
 * Recognised names, as `plainName` makes them of what stands in the header row: lower case, words apart, no
 * punctuation. Documented in docs/formats/tables.md; a test holds the two together.
 */
const namesByKind: Readonly<Record<ColumnKind, string>> = {
  name:
    'component name, package name, software name, product name, library name, module name, artifact name, ' +
    'dependency name, pkg name, pkg, foss component name, foss component, foss name, component display name, ' +
    'component full name, infected component, infected components, impacted dependency name, impacted dependency, impacted package, vulnerable package, ' +
    'vulnerable component, affected package, affected component, bezeichnung der software, softwarebezeichnung, ' +
    'name der software, bezeichnung der komponente, komponentenbezeichnung, name der bibliothek, ' +
    'bezeichnung der bibliothek, name des produkts, produktbezeichnung, name des pakets, recipe name, recipe, ' +
    'oss name, oss component name, open source component name, open source software name, open source name, ' +
    'third party component name, third party software name, third party component, third party software, ' +
    'third party library, 3rd party component, 3rd party software, 3rd party library, open source component, ' +
    'open source software, open source package, open source library, oss component, oss package, ' +
    'software component, software component name, sbom component, display name, software package, software product, component title, ' +
    'software title, artifact id, name, component, package, library, module, artifact, dependency, plugin, ' +
    'plugin name, software, product, application, application name, app name, program, program name, item, ' +
    'item name, part name, asset name, release name, project name, project, title, komponente, komponentenname, ' +
    'name der komponente, softwarekomponente, softwarename, software bibliothek, bibliothek, bibliotheksname, ' +
    'paket, paketname, produkt, produktname, modul, bezeichnung, composant, nom du composant, nom du logiciel, ' +
    'logiciel, composant logiciel, nom du composant logiciel, composant tiers, bibliothèque, nom de la bibliothèque, paquet, nom du paquet, produit, nom du produit, nom, ' +
    'componente, nombre del componente, paquete, nombre del paquete, nombre, nombre del software, ' +
    'nombre del producto, producto, biblioteca, nome componente, nome del componente, nome software, ' +
    'nome del software, nome pacchetto, pacchetto, libreria, nome libreria, prodotto, nome prodotto, ' +
    'nome do componente, nome do software, nome do pacote, pacote, nome do produto, produto, nome, naam, ' +
    'naam component, componentnaam, softwarenaam, pakket, pakketnaam, bibliotheek, nazwa, nazwa komponentu, ' +
    'nazwa składnika, komponent, nazwa pakietu, pakiet, nazwa biblioteki, nazwa oprogramowania, oprogramowanie, ' +
    'название, наименование, компонент, название компонента, наименование компонента, библиотека, пакет, ' +
    'コンポーネント名, コンポーネント名称, コンポーネント, ソフトウェア名, ソフトウェア名称, ソフトウェア, ソフト名, パッケージ名, パッケージ, ライブラリ名, ライブラリ, モジュール名, oss名, ' +
    'oss名称, 製品名, 部品名, 名称, 名前, 组件名称, 组件名, 组件, 软件名称, 软件名, 软件, 开源组件名称, 开源软件名称, 开源组件, 开源软件, 第三方组件, 第三方软件, 软件包, ' +
    '软件包名称, 包名, 产品名称, 組件名稱, 元件名稱, 軟體名稱, 套件名稱, 名稱, 구성요소, 구성요소명, 구성요소 이름, 컴포넌트, 컴포넌트명, 컴포넌트 이름, 소프트웨어, 소프트웨어명, ' +
    '패키지, 패키지명, 라이브러리, 라이브러리명, 오픈소스, 오픈소스명, 제품명, 이름, 명칭',
  version:
    'component version, package version, software version, product version, library version, module version, ' +
    'artifact version, dependency version, oss version, application version, release version, display version, version, ' +
    'version number, version no, version info, version string, version id, version used, used version, ' +
    'installed version, current version, resolved version, ver, vers, release, release number, app version, revision, rev, ' +
    'component version name, component origin version name, versionsnummer, versionsstand, komponentenversion, ' +
    'softwareversion, produktversion, numéro de version, version du composant, versión, número de versión, ' +
    'n de version, version du logiciel, versione, numero di versione, versão, número da versão, versie, ' +
    'versienummer, wersja, numer wersji, версия, номер версии, バージョン, バージョン番号, バージョン情報, ' +
    'コンポーネントバージョン, 版数, 组件版本, 软件版本, 版本, 版本号, 版本號, 軟體版本, 버전, 버전 정보, 버전 번호, ' +
    'version of the component, version of component, software component version, foss component version, ' +
    'foss version, pkg version, installed, version installed, impacted dependency version, vulnerable version, ' +
    'affected version, impacted package version, vulnerable package version, affected package version, recipe version, version der komponente, version der software, versionsbezeichnung, ' +
    'versionsnr, version nr, softwarestand, programmversion',
  group: 'group, group id, group name, namespace, package namespace, component group',
  supplier:
    'component supplier, package supplier, supplier, supplier name, component vendor, vendor, vendor name, ' +
    'software vendor, product vendor, vendor supplier, supplier vendor, supplied by, provider, company, ' +
    'company name, organization, organisation, organization name, organisation name, org, distributor, ' +
    'vendor shortname, hersteller, herstellername, anbieter, lieferant, zulieferer, firma, fournisseur, ' +
    'nom du fournisseur, fabricant, proveedor, éditeur, nom de l éditeur, fabricante, fornitore, nome fornitore, ' +
    'produttore, fornecedor, nome do fornecedor, leverancier, naam leverancier, fabrikant, dostawca, producent, ' +
    'поставщик, производитель, サプライヤー, サプライヤー名, サプライヤ, サプライヤ名, 供給者, 供給者名, 供給元, ' +
    'ベンダー, ベンダー名, ベンダ, ベンダ名, 提供元, 開発元, メーカー, メーカー名, 供应商, 供应商名称, 厂商, 厂家, ' +
    '制造商, 供應商, 供應商名稱, 廠商, 공급자, 공급자명, 공급업체, 공급사, 제조사, 벤더, ' +
    'software producer, producer, component producer, foss supplier, name des herstellers, ' +
    'name des lieferanten, hersteller lieferant, lieferant hersteller, hersteller anbieter, softwarehersteller, urheber',
  originator:
    'manufacturer, manufacturer name, originator, package originator, maker, software component manufacturer, ' +
    'component manufacturer, software manufacturer, component creator, ersteller der komponente, ersteller',
  publisher: 'publisher, publisher name, published by',
  author:
    'component author, author, authors, author name, authors name, developer, developers, developed by, creator, ' +
    'maintainer, maintainers, 作成者, 作者, 開発者, 开发者, 개발자',
  purl:
    'package url, package url purl, purl, p url, purl id, purls, component purl, package purl, ' +
    'unique identifier purl, ' +
    'purl package url, pkg url',
  cpe: 'cpe 2 3, cpe23, cpe 23, cpe, cpe id, cpe name, cpe string, cpe uri, cpes, cpe 2 2, cpe22, component cpe',
  identifier:
    'unique identifier, unique identifiers, other unique identifier, other unique identifiers, ' +
    'component identifier, component identifiers, component unique identifier, identifiers, 一意の識別子, ' +
    '一意な識別子, その他の一意の識別子, その他の一意な識別子, 唯一标识, 唯一标识符, 고유 식별자, ' +
    'software identifier, software identifiers, external reference, external references, ' +
    'eindeutiger identifikator, eindeutige kennung, identifiant unique, identificador único, identificativo univoco',
  license:
    'declared license expression spdx, spdx license expression, license expression spdx, license expression, ' +
    'license expressions, license declared, declared license, declared licenses, licenses declared, ' +
    'declared license expression, spdx license, spdx licenses, spdx license id, spdx license identifier, ' +
    'license spdx, license spdx id, license id, license ids, license identifier, license key, component license, ' +
    'component licenses, package license, license, licenses, license s, license name, license names, license type, ' +
    'license title, oss license, open source license, open source licenses, main license ids, main license, main licenses, ' +
    'release main license ids, license info, lizenz, lizenzen, lizenzname, lizenztyp, lizenzbezeichnung, ' +
    'lizenzinformation, licencia, licencias, nom de la license, type de license, tipo de licencia, licenza, ' +
    'licenze, tipo di licenza, licença, licenças, tipo de licença, licentie, licenties, licentietype, licencja, ' +
    'licencje, typ licencji, лицензия, лицензии, тип лицензии, ライセンス, ライセンス名, ライセンス種別, ' +
    'ossライセンス, 许可证, 许可证名称, 许可证类型, 开源许可证, 许可协议, 开源协议, 許可證, 授權, 授權條款, ' +
    '授權方式, 라이선스, 라이선스명, 라이센스, ' +
    'foss license, distribution license, distribution licenses, associated licenses, original licenses, ' +
    'licenses from declared, lizenzangabe, lizenz der komponente, assoziierte lizenzen, distributionslizenzen, art der lizenz, lizenzart, lizenzmodell',
  'concluded-license':
    'license concluded, concluded license, concluded licenses, effective license, final license, ' +
    'effective licenses, licenses concluded',
  'license-url': 'license url, license urls, license link, license text url, license reference',
  description:
    'component description, package description, description, short description, summary, details, ' +
    'long description, beschreibung, descripción, descrizione, descrição, beschrijving, omschrijving, opis, ' +
    'описание, 説明, 概要, 描述, 说明, 說明, 설명',
  type: 'component type, type, package type, kind',
  ecosystem:
    'ecosystem, package ecosystem, package manager, package format, registry, package registry, repository type, ' +
    'component origin name, origin name, pkg type, format',
  scope: 'scope, component scope, dependency scope',
  copyright:
    'copyright, copyrights, copyright text, copyright notice, copyright notices, copyright statement, ' +
    'copyright statements, copyright information, copyright info, package copyright text, copyright holder, ' +
    'urheberrecht, urheberrechtsvermerk, 著作権, 著作権表示, 著作権者, 著作権情報, 版权, 版权信息, 版权声明, 版權, ' +
    '저작권',
  ref: 'bom ref, bomref, spdx identifier, spdx id, spdxid',
  hash:
    'hash, hashes, checksum, checksums, digest, digests, component hash, component hashes, package checksum, ' +
    'file hash, hash value, hash values, checksum value, hash of the component, prüfsumme, hashwert, ' +
    'somme de contrôle, empreinte, suma de verificación, ハッシュ, ハッシュ値, コンポーネントハッシュ, ' +
    'チェックサム, 哈希, 哈希值, 校验和, 雜湊值, 해시, 해시값, ' +
    'hash value of the component, hash value of the deployable component, hash of the deployable component, ' +
    'hash value of the executable component, hashwert der komponente, hashwert der ausführbaren komponente',
  'hash-algorithm': 'hash algorithm, hash alg, hash type, checksum algorithm, checksum type, digest algorithm',
  website:
    'homepage, home page, primary url, homepage url, home page url, component homepage, component home page, package home page, ' +
    'package homepage, project homepage, website, web site, website url, project url, project website, ' +
    'project website url, component url, url, web page, webpage, link, vendor url, web, component website, ' +
    'webseite, internetseite, projektseite, site web, page web, sitio web, site internet, página web, ' +
    'ホームページ, ウェブサイト, 公式サイト, 官网, 主页, 网址, 網址, 홈페이지, 웹사이트',
  distribution:
    'download url, download link, download location, download, package download location, download urls, ' +
    'distribution url, distribution, artifact url, release source code download url, source code download url, ' +
    'source download url, repository download url, binary download url, download address, ダウンロードurl, ' +
    'ダウンロード先, 入手先, 入手元, 下载地址, 下载链接, 下載網址, ' +
    'source site, source archive url, uri of the deployable form, uri of the executable form, ' +
    'uri of the deployable form of the component, uri der ausführbaren komponente',
  vcs:
    'repository url, repository, repo url, repo, vcs url, vcs, scm url, scm, source repository, ' +
    'source repository url, source code repository, source code url, source code, source code link, source url, ' +
    'source link, source, git url, git repository, git repo, github url, github, code view url, code repository, ' +
    'release repository url, quellcode, code source, リポジトリ, ソースコード, 代码仓库, 仓库地址, 源代码, 源码地址, ' +
    'source code uri, uri of the source code, quellcode uri',
  'issue-tracker': 'issue tracker, issue tracker url, issues url, bug tracker, bug tracking url, bug tracker url',
  documentation: 'documentation, documentation url, docs, docs url, wiki, wiki url, component wiki, manual',
  'mailing-list': 'mailing list, component mailing list',
  'release-notes': 'release notes, release notes url, changelog, changelog url',
  'security-contact': 'security contact, security url',
  support: 'support, support url',
  coordinates:
    'package name and version, component name and version, name and version, package id, component id, ' +
    'component identifier name, gav, maven coordinates, coordinates, artifact coordinates, dependency id, ort id, locator, fossa locator, dependency locator, package locator',
  vulnerability:
    'vulnerability id, vulnerability ids, vulnerability, vuln id, vulnerability name, cve id, cve ids, cve, cves, ' +
    'cve number, ghsa id, advisory id, problem id',
  severity:
    'severity, severities, vulnerability severity, issue severity, cvss severity, cvssv3 severity, ' +
    'cvss v3 base severity, cvssv3 base severity, cvssv2 severity, cve severity, threat level',
  'fixed-version':
    'fixed version, fixed versions, fixed in, fixedin, fix version, fix versions, version fixed, patched version, ' +
    'patched versions, fixed in version, first patched version, remediation version',
};

/** Hash algorithms that columns are named after, in CycloneDX spelling. */
const algorithms: readonly string[] = [
  'MD5',
  'SHA-1',
  'SHA-224',
  'SHA-256',
  'SHA-384',
  'SHA-512',
  'SHA3-256',
  'SHA3-384',
  'SHA3-512',
  'BLAKE2b-256',
  'BLAKE2b-384',
  'BLAKE2b-512',
  'BLAKE3',
];

export interface RecognisedColumn {
  readonly kind: ColumnKind;
  /** Place of the name in its list; the smaller wins. */
  readonly rank: number;
  /** For a column of hashes of one algorithm. */
  readonly algorithm?: string;
  /** Its name says it only in part. */
  readonly isGuess?: boolean;
}

/** Letters of scripts without spelling variants, and plain Latin ones: an "ü" may have been lost on the way. */
const compact = (name: string): string =>
  name.replace(/[^a-z0-9\u30fc\p{sc=Cyrillic}\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}]/gu, '');

const withoutAccents = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/(?<=[a-z])\p{Mn}+/gu, '')
    .normalize('NFC');

const spellings: readonly (readonly [spelling: string, column: RecognisedColumn])[] = [
  ...(Object.entries(namesByKind) as [ColumnKind, string][]).flatMap(([kind, list]) =>
    list
      .split(/,\s*/)
      .flatMap((name, rank) =>
        [name, withoutAccents(name)].map((spelling): [string, RecognisedColumn] => [compact(spelling), { kind, rank }]),
      ),
  ),
  ...algorithms.flatMap((algorithm) =>
    ['', 'hash', 'checksum', 'sum', 'digest'].map((suffix): [string, RecognisedColumn] => [
      compact(algorithm.toLowerCase()) + suffix,
      { kind: 'hash', rank: 0, algorithm },
    ]),
  ),
];
/** Of names that are spelled alike the first counts: "versión" without its accent must not outrank "version". */
const recognisedColumns: ReadonlyMap<string, RecognisedColumn> = new Map([...spellings].reverse());

/** Nobody means more by a longer text. */
export const maxColumnNameLength = 60;

/** What a column with this name says; undefined for a name that is not known. Case, spaces and punctuation are free. */
export function recogniseColumn(name: string): RecognisedColumn | undefined {
  if (name.length > maxColumnNameLength) return undefined;
  const plain = name.normalize('NFKC').toLowerCase().replaceAll('licence', 'license');
  return (
    recognisedColumns.get(compact(plain)) ??
    // "License (SPDX)", "Version *", "Component Name [required]"
    recognisedColumns.get(compact(plain.replace(/[([{][^)\]}]*[)\]}]/g, ''))) ??
    // "1. Component", "Package/Library"
    guessed(recognisedColumns.get(compact(plain.replace(/^[\d.)\s]+/, '').replace(/\/.*$/, ''))))
  );
}

const guessed = (column: RecognisedColumn | undefined): RecognisedColumn | undefined =>
  column && { ...column, isGuess: true };

/** The fields that a mapping of columns may name. */
export const mappableFields: readonly string[] = [...Object.keys(namesByKind), 'property'];

export const recognisedNames: Readonly<Record<ColumnKind, string>> = namesByKind;
