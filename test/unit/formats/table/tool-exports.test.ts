import { collectBom } from '../../../../src/formats/in-memory-bom.js';
import { defaultLimits } from '../../../../src/formats/format.js';
import { isSbomAmongFiles } from '../../../../src/formats/index.js';
import { openDocument } from '../../../../src/formats/open-document.js';
import { bytesSource } from '../../../../src/formats/reading/bytes.js';
import { findManifestReader } from '../../../../src/manifests/manifest-reader.js';
import type { Bom, BomComponent } from '../../../../src/model/document.js';
import { cpuMillisecondsOf } from '../../../support/cpu-time.js';

type Text = string | readonly string[];
const textOf = (text: Text): string => (typeof text === 'string' ? text : `${text.join('\n')}\n`);

/** As an import reads it: by its content and the name of its file. */
async function read(text: string, fileName: string): Promise<Bom> {
  const others = (head: string, name: string) => Promise.resolve(findManifestReader(head, name));
  const spill = () => Promise.reject(new Error('Nothing is unpacked'));
  const opened = await openDocument(bytesSource(Buffer.from(text)), { limits: defaultLimits, fileName, others, spill });
  return collectBom(opened.decode());
}

const shown = ({ group, name, version }: BomComponent): string => `${group && `${group} `}${name}@${version}`;
const ecosystemOf = ({ properties }: BomComponent): string =>
  properties.find(({ name }) => name === 'ecosystem')?.value ?? '';

// prettier-ignore
/** What tools write, with rows of our own: the file, its lines, the components, and the ecosystem of the first. */
const lists: readonly (readonly [tool: string, file: string, text: Text, components: readonly string[], ecosystem: string])[] = [
  ['blackduck source csv', 'source.csv', ['Component id,Version id,Origin id,Match type,Path,Archive context,Size,Scan,Match content,Component name,Component version name,Origin name,Origin id,Usage,Discovered,Last modified', '0b8d2f4c-1111-4a5e-9a76-1f0d6b0e2f11,6c2a5b0e-2222-4f0c-8f01-73d3a9c1ab22,f1,Exact File,lib/openssl.so,,1234,scan1,,OpenSSL,1.1.1k,alpine,openssl/1.1.1k,DYNAMICALLY_LINKED,2024-01-02,2024-01-03'], ['OpenSSL@1.1.1k'], 'apk'],
  ['fossa attribution csv', 'attribution.csv', ['name,version,license,authors,description,url,dependencyType,path,attribution', 'express,4.18.2,MIT,TJ Holowaychuk,"Fast, unopinionated web framework",http://expressjs.com/,direct,package.json,"(The MIT License)', 'Copyright (c) 2009"', 'accepts,1.3.8,MIT,,Higher-level content negotiation,https://github.com/jshttp/accepts,deep,package.json,'], ['express@4.18.2','accepts@1.3.8'], ''],
  ['fossa attribution csv 2', 'fossa.csv', ['"Dependency Title","Dependency Version","Dependency Locator","License Names","Is Direct","Package Manager","Project URL"', '"express","4.18.2","npm+express$4.18.2","MIT","true","npm","http://expressjs.com"', '"gopkg.in/yaml.v3","v3.0.1","go+gopkg.in/yaml.v3$v3.0.1","MIT, Apache-2.0","false","go",""'], ['express@4.18.2','gopkg.in/yaml.v3@v3.0.1'], 'npm'],
  ['snyk dependency csv', 'snyk.csv', ['id,name,version,latestVersion,latestVersionPublishedDate,firstPublishedDate,isDeprecated,type,issuesCritical,issuesHigh,issuesMedium,issuesLow,dependenciesWithIssues,licenses,projects', 'lodash@4.17.15,lodash,4.17.15,4.17.21,2021-02-20T15:42:16.891Z,2012-04-23T16:37:11.912Z,false,npm,0,3,1,0,"[""lodash@4.17.15""]","[{""id"":""snyk:lic:npm:lodash:MIT"",""title"":""MIT license"",""license"":""MIT""}]","[{""id"":""aaa"",""name"":""team/app""}]"'], ['lodash@4.17.15'], 'npm'],
  ['mend inventory csv', 'inventory.csv', ['Product,Project,Library,Type,Description,Version,Licenses,Match Type,Direct Dependency,SHA1,Copyright References,Homepage URL,Source URL,GroupId,ArtifactId', 'Shop,web,spring-core-5.3.9.jar,Java,Spring Core,5.3.9,Apache 2.0,EXACT_MATCH,true,48600db2cb1abc0f7ef2b073f0c1abd78a83bcfc,,https://spring.io,https://github.com/spring-projects/spring-framework,org.springframework,spring-core', 'Shop,web,lodash-4.17.15.tgz,Node.js,Lodash modular utilities.,4.17.15,MIT,EXACT_MATCH,true,b447f6670a0455bbfeedd11392eff330ea097548,,https://lodash.com,,,lodash'], ['org.springframework spring-core@5.3.9','lodash@4.17.15'], 'maven'],
  ['mend inventory xlsx-like groups', 'mend2.csv', ['Library Name,Library Type,Library Version,Vulnerabilities,License(s),Risk,Project Name', 'spring-core-5.3.9.jar,MAVEN_ARTIFACT,5.3.9,CVE-2022-22965,Apache 2.0,High,web'], ['spring-core-5.3.9.jar@5.3.9'], ''],
  ['sonatype csv', 'report.csv', ['Threat,Policy Name,Component Name,Component Format,Identifier,Violation Reported,Age,Highest CVSS Score,Effective Licenses', '10,Security-Critical,org.apache.logging.log4j : log4j-core : 2.14.1,maven,maven:org.apache.logging.log4j:log4j-core:2.14.1,2024-01-01,3.1 years,10.0,Apache-2.0'], ['org.apache.logging.log4j log4j-core@2.14.1'], ''],
  ['xray violations csv', 'xray.csv', ['Vulnerabilities,Component,Infected Component,Provider,Severity,CVE,Fix Version,Summary', 'XRAY-100,gav://org.apache.logging.log4j:log4j-core:2.14.1,gav://org.apache.logging.log4j:log4j-core:2.14.1,JFrog,Critical,CVE-2021-44228,2.15.0,Log4Shell', 'XRAY-101,docker://app:1.0,npm://lodash:4.17.15,JFrog,High,CVE-2021-23337,4.17.21,Command injection'], ['org.apache.logging.log4j log4j-core@2.14.1','lodash@4.17.15'], 'maven'],
  ['license-checker csv with version', 'licenses.csv', ['"module name","license","repository"', '"@types/node@18.0.0","MIT","https://github.com/DefinitelyTyped/DefinitelyTyped"', '"lodash@4.17.21","MIT","https://github.com/lodash/lodash"'], ['@types/node@18.0.0','lodash@4.17.21'], ''],
  ['license-checker csv custom', 'licenses2.csv', ['"module name","name","version","description","repository","publisher","email","licenses","licenseText","licenseModified"', '"lodash@4.17.21","lodash","4.17.21","Lodash modular utilities.","https://github.com/lodash/lodash","John-David Dalton","john@example.org","MIT","Copyright...","no"'], ['lodash@4.17.21'], ''],
  ['license-checker json', 'licenses.json', '{"lodash@4.17.21":{"licenses":"MIT","repository":"https://github.com/lodash/lodash","publisher":"John-David Dalton","path":"/x/node_modules/lodash","licenseFile":"/x/LICENSE"},"@scope/a@1.0.0-beta.1":{"licenses":["MIT","Apache-2.0"],"private":true}}', ['lodash@4.17.21','@scope/a@1.0.0-beta.1'], ''],
  ['pip-licenses csv', 'pl.csv', ['"Name","Version","License"', '"Django","4.2.1","BSD License"', '"pytz","2023.3","MIT License"'], ['Django@4.2.1','pytz@2023.3'], ''],
  ['pip-licenses markdown', 'pl.md', ['| Name   | Version | License     |', '|--------|---------|-------------|', '| Django | 4.2.1   | BSD License |', '| pytz   | 2023.3  | MIT License |'], ['Django@4.2.1','pytz@2023.3'], ''],
  ['pip-licenses plain', 'pl.txt', [' Name    Version  License     ', ' Django  4.2.1    BSD License ', ' pytz    2023.3   MIT License '], ['Django@4.2.1','pytz@2023.3'], ''],
  ['pip-licenses rst', 'pl.rst', ['+--------+---------+-------------+', '| Name   | Version | License     |', '+========+=========+=============+', '| Django | 4.2.1   | BSD License |', '+--------+---------+-------------+', '| pytz   | 2023.3  | MIT License |', '+--------+---------+-------------+'], ['Django@4.2.1','pytz@2023.3'], ''],
  ['pip-licenses confluence', 'pl.conf', ['| Name | Version | License |', '| Django | 4.2.1 | BSD License |'], ['Django@4.2.1'], ''],
  ['pip-licenses json', 'pl.json', '[{"License":"BSD License","Name":"Django","Version":"4.2.1"},{"License":"MIT License","Name":"pytz","Version":"2023.3"}]', ['Django@4.2.1','pytz@2023.3'], ''],
  ['pip list', 'pip.txt', ['Package            Version', '------------------ ---------', 'certifi            2024.2.2', 'charset-normalizer 3.3.2', 'my-app             0.1.0     /home/me/app'], ['certifi@2024.2.2','charset-normalizer@3.3.2','my-app@0.1.0     /home/me/app'], ''],
  ['pip list editable', 'pip2.txt', ['Package    Version    Editable project location', '---------- ---------- -------------------------', 'certifi    2024.2.2', 'my-app     0.1.0      /home/me/app'], ['certifi@2024.2.2','my-app@0.1.0'], ''],
  ['pip list json', 'pip.json', '[{"name":"certifi","version":"2024.2.2"},{"name":"pip","version":"24.0"}]', ['certifi@2024.2.2','pip@24.0'], ''],
  ['pip list outdated', 'pip3.txt', ['Package Version Latest Type', '------- ------- ------ -----', 'idna    3.4     3.6    wheel', 'pytz    2023.3  2024.1 wheel'], ['idna@3.4','pytz@2023.3'], 'pypi'],
  ['pip list freeze cols legacy', 'pip4.txt', ['certifi (2018.1.18)', 'idna (2.6)'], ['certifi@2018.1.18','idna@2.6'], 'pypi'],
  ['trivy csv template', 'trivy.csv', ['"Target","Vulnerability Class","Target Type","Vulnerability ID","Severity","PkgName","Installed Version","Fixed Version","Title","Resource","References"', '"app/package-lock.json","lang-pkgs","npm","CVE-2021-23337","HIGH","lodash","4.17.15","4.17.21","command injection in lodash","","https://nvd.nist.gov/vuln/detail/CVE-2021-23337"', '"app/package-lock.json","lang-pkgs","npm","CVE-2020-8203","HIGH","lodash","4.17.15","4.17.20","prototype pollution","","https://x"'], ['lodash@4.17.15'], ''],
  ['trivy table ascii', 'trivy.txt', ['', 'alpine:3.10 (alpine 3.10.9)', '===========================', 'Total: 1 (HIGH: 1)', '', '+-----------+------------------+----------+-------------------+---------------+-------+', '|  LIBRARY  | VULNERABILITY ID | SEVERITY | INSTALLED VERSION | FIXED VERSION | TITLE |', '+-----------+------------------+----------+-------------------+---------------+-------+', '| apk-tools | CVE-2021-36159   | CRITICAL | 2.10.6-r0         | 2.10.7-r0     | libfetch before |', '+-----------+------------------+----------+-------------------+---------------+-------+'], ['apk-tools@2.10.6-r0'], ''],
  ['grype table new', 'grype.txt', ['NAME              INSTALLED           FIXED IN     TYPE    VULNERABILITY     SEVERITY    EPSS           RISK', 'libssl3           3.0.11-1~deb12u2    3.0.13-1     deb     CVE-2024-0727     Medium      0.2% (45th)    0.1', 'perl-base         5.36.0-7+deb12u1    (won\'t fix)  deb     CVE-2023-31484    High        1.2% (80th)    0.9'], ['libssl3@3.0.11-1~deb12u2','perl-base@5.36.0-7+deb12u1'], 'deb'],
  ['depcheck csv', 'dependency-check-report.csv', ['"Project","ScanDate","DependencyName","DependencyPath","Description","License","Md5","Sha1","Identifiers","CPE","CVE","CWE","Vulnerability","Source","CVSSv2_Severity","CVSSv2_Score","CVSSv2","CVSSv3_BaseSeverity","CVSSv3_BaseScore","CVSSv3","CVSSv4_BaseSeverity","CVSSv4_BaseScore","CVSSv4","CPE Confidence","Evidence Count","VendorProject","Product","Name","DateAdded","ShortDescription","RequiredAction","DueDate","Notes"', '"app","Tue, 2 Jan 2024 10:00:00 +0000","log4j-core-2.14.1.jar","/lib/log4j-core-2.14.1.jar","The Apache Log4j Implementation","https://www.apache.org/licenses/LICENSE-2.0.txt","948dda787593340a7af1a18e328b7b7f","9141212b8507ab50a45525b545b39d224614528b","pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1","cpe:2.3:a:apache:log4j:2.14.1:*:*:*:*:*:*:*","CVE-2021-44228","CWE-502, CWE-400","Apache Log4j2 JNDI","NVD","HIGH","9.3","/AV:N","CRITICAL","10.0","CVSS:3.1/AV:N","","","","HIGHEST","40","Apache","Log4j2","Apache Log4j2 RCE","2021-12-10","x","y","2021-12-24",""'], ['log4j-core-2.14.1.jar@'], ''],
  ['ort csv', 'ort.csv', ['Package,Scopes,Declared Licenses,Detected Licenses,Analyzer Issues,Scan Issues', 'NPM::lodash:4.17.21,dependencies,MIT,MIT,,', 'Crate::serde:1.0.1,dependencies,MIT OR Apache-2.0,,,'], ['lodash@4.17.21','serde@1.0.1'], 'npm'],
  ['sw360 components csv', 'sw360.csv', ['"componentName","componentDescription","componentCreatedOn","componentCreatedBy","componentType","releaseName","releaseVersion","releaseCpeId","vendorFullname","vendorShortname","vendorUrl","mainLicenses"', '"zlib","compression","2020-01-01","a@b.c","OSS","zlib","1.3.1","cpe:2.3:a:zlib:zlib:1.3.1:*:*:*:*:*:*:*","Zlib project","zlib","https://zlib.net","Zlib"'], ['zlib@1.3.1'], ''],
  ['yocto manifest', 'core-image-minimal-qemux86-64.manifest', ['base-files qemux86_64 3.0.14', 'busybox core2_64 1.36.1', 'init-ifupdown qemux86_64 1.0', 'ldconfig core2_64 2.38+git0+1a2b3c'], ['base-files@3.0.14','busybox@1.36.1','init-ifupdown@1.0','ldconfig@2.38+git0+1a2b3c'], ''],
  ['yocto license.manifest', 'license.manifest', ['PACKAGE NAME: base-files', 'PACKAGE VERSION: 3.0.14', 'RECIPE NAME: base-files', 'LICENSE: GPL-2.0-only', '', 'PACKAGE NAME: busybox', 'PACKAGE VERSION: 1.36.1', 'RECIPE NAME: busybox', 'LICENSE: GPL-2.0-only & bzip2-1.0.4', ''], ['base-files@3.0.14','busybox@1.36.1'], ''],
  ['buildroot manifest', 'manifest.csv', ['"PACKAGE","VERSION","LICENSE","LICENSE FILES","SOURCE ARCHIVE","SOURCE SITE","DEPENDENCIES WITH LICENSES"', '"busybox","1.36.1","GPL-2.0, bzip2-1.0.4","LICENSE archival/libarchive/bz/LICENSE","busybox-1.36.1.tar.bz2","https://www.busybox.net/downloads","skeleton-init-common [unknown] toolchain-external [unknown]"', '"skeleton","unknown","unknown","not saved","not saved","not saved",""'], ['busybox@1.36.1','skeleton@'], ''],
  ['ntia', 'ntia.csv', ['Author Name,Timestamp,Supplier Name,Component Name,Version String,Component Hash,Unique Identifier,Relationship', 'Acme,2024-01-02T03:04:05Z,Acme,Application,1.1,0x123,234,Self', 'Acme,2024-01-02T03:04:05Z,Bob,Browser,2.1,0x223,334,Included in'], ['Application@1.1','Browser@2.1'], ''],
  ['fda', 'fda.csv', ['SBOM Component,Manufacturer,Version,Support Status,End of Support,Known Vulnerabilities', 'FreeRTOS,Amazon,10.4.3,Supported,2027-01-01,none'], ['FreeRTOS@10.4.3'], ''],
  ['bsi', 'bsi.csv', ['Name der Komponente;Version der Komponente;Ersteller der Komponente;Abhängigkeiten von anderen Komponenten;Original-Lizenzen;Eindeutige Kennung', 'libfoo;1.4.2;Beispiel GmbH;;MIT;pkg:generic/libfoo@1.4.2'], ['libfoo@1.4.2'], ''],
  ['cisa', 'cisa.csv', ['SBOM Author Name,Timestamp,Type,Primary Component,Supplier Name,Component Name,Component Version,Cryptographic Hash,Unique Identifier,Relationship,License,Copyright Holder', 'Jane,2025-01-01,build,App,Acme,left-pad,1.3.0,SHA-256:abababababababababababababababababababababababababababababababab,pkg:npm/left-pad@1.3.0,included in,MIT,Azer'], ['left-pad@1.3.0'], ''],
  ['openchain telco', 'openchain.csv', ['PackageName,SPDXID,PackageVersion,PackageSupplier,PackageDownloadLocation,PackageLicenseConcluded,PackageLicenseDeclared,PackageCopyrightText', 'glibc,SPDXRef-1,2.38,Organization: GNU,https://ftp.gnu.org,LGPL-2.1-or-later,LGPL-2.1-or-later,NONE'], ['glibc@2.38'], ''],
  ['cargo license tsv', 'cargo-license.tsv', ['name\tversion\tauthors\trepository\tlicense\tlicense_file\tdescription', 'serde\t1.0.193\tErick|David\thttps://github.com/serde-rs/serde\tMIT OR Apache-2.0\t\tA framework'], ['serde@1.0.193'], ''],
  ['gradle license report csv', 'glr.csv', ['"artifact","moduleUrl","moduleLicense","moduleLicenseUrl",', '"org.apache.commons:commons-text:1.9","https://commons.apache.org","Apache License, Version 2.0","https://www.apache.org/licenses/LICENSE-2.0.txt",'], ['org.apache.commons commons-text@1.9'], ''],
  ['mvn license third party', 'THIRD-PARTY.txt', ['', 'Lists of 2 third-party dependencies.', '     (The Apache Software License, Version 2.0) Spring Core (org.springframework:spring-core:5.3.9 - https://spring.io)', '     (Eclipse Public License 1.0) JUnit (junit:junit:4.13.2 - http://junit.org)'], ['org.springframework spring-core@5.3.9','junit junit@4.13.2'], 'maven'],
  ['composer show', 'composer.txt', ['monolog/monolog     3.5.0  Sends your logs to files, sockets, inboxes, databases and various web services', 'psr/log             3.0.0  Common interface for logging libraries', 'symfony/console     v6.4.1 Eases the creation of beautiful and testable command line interfaces'], ['monolog/monolog@3.5.0','psr/log@3.0.0','symfony/console@v6.4.1'], 'composer'],
  ['composer licenses', 'composer-lic.txt', ['Name: acme/app', 'Version: dev-main', 'Licenses: none', 'Dependencies:', '', 'Name             Version  Licenses     ', 'monolog/monolog  3.5.0    MIT          ', 'psr/log          3.0.0    MIT          '], ['monolog/monolog@3.5.0','psr/log@3.0.0'], ''],
  ['bundle list', 'bundle.txt', ['Gems included by the bundle:', '  * actioncable (7.1.2)', '  * actionmailbox (7.1.2)', '  * nokogiri (1.15.5)', 'Use `bundle info` to print more detailed information about a gem'], ['actioncable@7.1.2','actionmailbox@7.1.2','nokogiri@1.15.5'], 'gem'],
  ['gem list', 'gem.txt', ['', '*** LOCAL GEMS ***', '', 'abbrev (default: 0.1.1)', 'actioncable (7.1.2, 7.0.8)', 'nokogiri (1.15.5 x86_64-linux)'], ['abbrev@0.1.1','actioncable@7.1.2','actioncable@7.0.8','nokogiri@1.15.5'], 'gem'],
  ['license_finder csv', 'lf.csv', ['actioncable,7.1.2,MIT', 'nokogiri,1.15.5,MIT', 'rake,13.1.0,MIT'], ['actioncable@7.1.2','nokogiri@1.15.5','rake@13.1.0'], ''],
  ['vcpkg list', 'vcpkg.txt', ['fmt:x64-linux                                     10.1.1              Formatting library for C++.', 'zlib:x64-linux                                    1.3#1               A compression library', 'vcpkg-cmake:x64-linux                             2023-05-04          '], ['fmt@10.1.1','zlib@1.3#1','vcpkg-cmake@2023-05-04'], 'vcpkg'],
  ['apt list', 'apt.txt', ['Listing... Done', 'adduser/jammy,jammy,now 3.118ubuntu5 all [installed,automatic]', 'apt/jammy-updates,now 2.4.11 amd64 [installed]', 'zlib1g/now 1:1.2.11.dfsg-2ubuntu9.2 amd64 [installed,upgradable to: 1:1.2.13]'], ['adduser@3.118ubuntu5','apt@2.4.11','zlib1g@1:1.2.11.dfsg-2ubuntu9.2'], 'deb'],
  ['dpkg-query', 'dpkgq.txt', ['adduser\t3.118ubuntu5', 'zlib1g:amd64\t1:1.2.11.dfsg-2ubuntu9.2', 'libc6:amd64\t2.35-0ubuntu3.6'], ['adduser@3.118ubuntu5','zlib1g@1:1.2.11.dfsg-2ubuntu9.2','libc6@2.35-0ubuntu3.6'], 'deb'],
  ['rpm -qa', 'rpm.txt', ['bash-5.1.8-6.el9.x86_64', 'zlib-1.2.11-40.el9.x86_64', 'tzdata-2023c-1.el9.noarch', 'gpg-pubkey-fd431d51-4ae0493b'], ['bash@5.1.8-6.el9','zlib@1.2.11-40.el9','tzdata@2023c-1.el9'], 'rpm'],
  ['apk list', 'apk.txt', ['alpine-baselayout-3.4.3-r1 x86_64 {alpine-baselayout} (GPL-2.0-only) [installed]', 'musl-1.2.4-r1 x86_64 {musl} (MIT) [installed]'], ['alpine-baselayout@3.4.3-r1','musl@1.2.4-r1'], 'apk'],
  ['apk info -v', 'apk2.txt', ['musl-1.2.4-r1', 'busybox-1.36.1-r2', 'alpine-keys-2.4-r1'], ['musl@1.2.4-r1','busybox@1.36.1-r2','alpine-keys@2.4-r1'], 'apk'],
  ['brew list --versions', 'brew.txt', ['git 2.43.0', 'openssl@3 3.2.0_1', 'python@3.11 3.11.6_1 3.11.7'], ['git@2.43.0','openssl@3@3.2.0_1','python@3.11@3.11.6_1','python@3.11@3.11.7'], ''],
  ['pacman -Q', 'pacman.txt', ['bash 5.2.021-1', 'zlib 1:1.3-1', 'linux 6.6.8.arch1-1'], ['bash@5.2.021-1','zlib@1:1.3-1','linux@6.6.8.arch1-1'], ''],
  ['winget list', 'winget.txt', ['Name                     Id               Version      Available Source', '--------------------------------------------------------------------------', 'Git                      Git.Git          2.43.0       2.44.0    winget', '7-Zip 23.01 (x64)        7zip.7zip        23.01                  winget'], ['Git@2.43.0','7-Zip 23.01 (x64)@23.01'], ''],
  ['choco list', 'choco.txt', ['Chocolatey v2.2.2', '7zip 23.1.0', 'git 2.43.0', '2 packages installed.'], ['7zip@23.1.0','git@2.43.0'], 'chocolatey'],
  ['Get-Package csv', 'getpackage.csv', ['#TYPE Microsoft.PackageManagement.Packaging.SoftwareIdentity\r', '"FastPackageReference","ProviderName","Source","Status","SearchKey","FullPath","PackageFilename","FromTrustedSource","Summary","SwidTags","CanonicalId","Metadata","SwidTagText","Dependencies","Links","Name","Version","VersionScheme","TagVersion","TagId","IsPatch","IsSupplemental","AppliesToMedia"\r', '"hklm64\\\\Software\\\\Microsoft","Programs","","Installed","","","","False","","System.Object[]","programs:Git/2.43.0","System.Object[]","<x/>","System.Object[]","System.Object[]","Git","2.43.0","unknown","","","","",""\r'], ['Git@2.43.0'], ''],
  ['Get-ItemProperty uninstall', 'programs.csv', ['"DisplayName","DisplayVersion","Publisher","InstallDate"\r', '"7-Zip 23.01 (x64)","23.01","Igor Pavlov",\r', '"Git","2.43.0","The Git Development Community","20240102"\r'], ['7-Zip 23.01 (x64)@23.01','Git@2.43.0'], ''],
  ['wmic product csv', 'wmic.csv', ['\r', 'Node,Name,Vendor,Version\r', 'PC1,Microsoft Visual C++ 2019 X64 Minimum Runtime - 14.29.30139,Microsoft Corporation,14.29.30139\r', 'PC1,Git,The Git Development Community,2.43.0\r'], ['Microsoft Visual C++ 2019 X64 Minimum Runtime - 14.29.30139@14.29.30139','Git@2.43.0'], ''],
  ['wmic product text', 'wmic.txt', ['Name                                 Vendor                  Version      ', 'Git                                  The Git Community       2.43.0       ', 'Microsoft Visual C++ 2019 Runtime    Microsoft Corporation   14.29.30139  '], ['Git@2.43.0','Microsoft Visual C++ 2019 Runtime@14.29.30139'], ''],
  ['Get-Package text', 'getpackage.txt', ['', 'Name                           Version          Source                           ProviderName', '----                           -------          ------                           ------------', 'Git                            2.43.0                                            Programs', 'Microsoft Edge                 120.0.2210.91                                     Programs'], ['Git@2.43.0','Microsoft Edge@120.0.2210.91'], ''],
  ['docker scout sbom list', 'scout.txt', ['           Name             │     Version     │  Type   │ ', '────────────────────────────┼─────────────────┼─────────┤', '  alpine-baselayout         │  3.4.3-r1       │  apk    │', '  busybox                   │  1.36.1-r2      │  apk    │'], ['alpine-baselayout@3.4.3-r1','busybox@1.36.1-r2'], 'apk'],
  ['docker scout list spaces', 'scout2.txt', ['  Name                Version       Type', '───────────────────────────────────────', '  busybox             1.36.1-r2     apk', '  zlib                1.2.13-r1     apk'], ['busybox@1.36.1-r2','zlib@1.2.13-r1'], 'apk'],
  ['syft table', 'syft.txt', ['NAME                VERSION      TYPE  ', 'alpine-baselayout   3.4.3-r1     apk   ', 'busybox             1.36.1-r2    apk   ', 'lodash              4.17.21      npm   '], ['alpine-baselayout@3.4.3-r1','busybox@1.36.1-r2','lodash@4.17.21'], 'apk'],
  ['syft table duplicates', 'syft2.txt', ['NAME      VERSION  TYPE                 ', 'lodash    4.17.21  npm   (+1 duplicate) ', 'zlib      1.3      apk'], ['lodash@4.17.21','zlib@1.3'], ''],
  ['osv-scanner table', 'osv.txt', ['╭─────────────────────────────────────┬──────┬───────────┬─────────┬─────────┬───────────────────╮', '│ OSV URL                             │ CVSS │ ECOSYSTEM │ PACKAGE │ VERSION │ SOURCE            │', '├─────────────────────────────────────┼──────┼───────────┼─────────┼─────────┼───────────────────┤', '│ https://osv.dev/GHSA-35jh-r3h4-6jhm │ 7.2  │ npm       │ lodash  │ 4.17.15 │ package-lock.json │', '╰─────────────────────────────────────┴──────┴───────────┴─────────┴─────────┴───────────────────╯'], ['lodash@4.17.15'], 'npm'],
  ['go list -m all', 'golist.txt', ['example.com/app', 'github.com/pkg/errors v0.9.1', 'golang.org/x/sys v0.15.0'], ['github.com/pkg/errors@v0.9.1','golang.org/x/sys@v0.15.0'], 'golang'],
  ['mix deps', 'mixdeps.txt', ['* jason 1.4.1 (Hex package) (mix)', '  locked at 1.4.1 (jason) fbb01ecd', '  ok', '* plug 1.15.2 (Hex package) (mix)', '  locked at 1.15.2 (plug) 02731fa0', '  ok'], ['jason@1.4.1','plug@1.15.2'], 'hex'],
  ['conda list', 'conda.txt', ['# packages in environment at /opt/conda:', '#', '# Name                    Version                   Build  Channel', '_libgcc_mutex             0.1                        main  ', 'numpy                     1.26.2          py311h64a7726_0    conda-forge', 'requests                  2.31.0                   pypi_0    pypi'], ['_libgcc_mutex@0.1','numpy@1.26.2','requests@2.31.0'], 'conda'],
  ['conda list json', 'conda.json', '[{"base_url":"https://conda.anaconda.org/conda-forge","build_number":0,"build_string":"py311","channel":"conda-forge","dist_name":"numpy-1.26.2-py311","name":"numpy","platform":"linux-64","version":"1.26.2"}]', ['numpy@1.26.2'], ''],
  ['conda list export', 'conda-exp.txt', ['# This file may be used to create an environment using:', '# $ conda create --name <env> --file <this file>', '# platform: linux-64', 'numpy=1.26.2=py311h64a7726_0', 'requests=2.31.0=pypi_0'], ['numpy@1.26.2','requests@2.31.0'], 'conda'],
  ['poetry show', 'poetry.txt', ['certifi            2024.2.2 Python package for providing Mozilla\'s CA Bundle.', 'charset-normalizer 3.3.2    The Real First Universal Charset Detector.', 'requests           2.31.0   Python HTTP for Humans.'], ['certifi@2024.2.2','charset-normalizer@3.3.2','requests@2.31.0'], ''],
  ['cyclonedx-cli csv', 'cdx.csv', ['Type,MimeType,Supplier,Author,Publisher,Group,Name,Version,Scope,LicenseExpressions,LicenseNames,Copyright,Cpe,Purl,Modified,SwidTagId,MD5,SHA-1', 'library,,,,,org.apache,x,1.0,required,,Apache-2.0,,,pkg:maven/org.apache/x@1.0,,,,'], ['org.apache x@1.0'], ''],
  ['github sbom dependency csv', 'gh.csv', ['repository,manifest,package_name,requirements,package_manager,relationship', 'org/app,package-lock.json,lodash,= 4.17.21,NPM,direct', 'org/app,package-lock.json,express,= 4.18.2,NPM,transitive'], ['lodash@','express@'], 'npm'],
  ['gitlab dependency list csv', 'gl.csv', ['Name,Version,Packager,Location,License Identifiers,Project', 'lodash,4.17.21,npm,package-lock.json,MIT,app'], ['lodash@4.17.21'], ''],
  ['dependency-track csv', 'dt.csv', ['Project,Component,Version,Group,PURL,License,Risk Score,Vulnerabilities', 'app 1.0,lodash,4.17.21,,pkg:npm/lodash@4.17.21,MIT,0,0'], ['lodash@4.17.21'], ''],
  ['veracode sca csv', 'veracode.csv', ['Library,Library Version,Vulnerability,Severity,CVE,Workspace,Project', 'lodash,4.17.15,Prototype Pollution,7.4,CVE-2020-8203,ws,app'], ['lodash@4.17.15'], ''],
  ['checkmarx sca csv', 'cx.csv', ['Id,Name,Version,Licenses,MatchType,CriticalVulnerabilityCount,HighVulnerabilityCount,Outdated,NewestVersion,IsDirectDependency,PackageRepository', 'Npm-lodash-4.17.15,lodash,4.17.15,MIT,Filename,0,3,True,4.17.21,True,Npm'], ['lodash@4.17.15'], ''],
  ['sonarqube/fossid', 'fossid.csv', ['Component,Version,License,Copyright,CPE,PURL,Files', 'zlib,1.3,Zlib,(c),cpe:/a:zlib:zlib:1.3,,12'], ['zlib@1.3'], ''],
  ['helm list', 'helm.txt', ['NAME      \tNAMESPACE\tREVISION\tUPDATED                                \tSTATUS  \tCHART           \tAPP VERSION', 'storefront\tshop     \t3       \t2024-01-02 10:00:00.000000000 +0000 UTC\tdeployed\tstorefront-1.13.3\tv4.2.0     '], ['storefront@v4.2.0'], ''],
  ['helm list json', 'helm.json', '[{"name":"storefront","namespace":"shop","revision":"3","updated":"2024-01-02 10:00:00 +0000 UTC","status":"deployed","chart":"storefront-1.13.3","app_version":"v4.2.0"}]', ['storefront@v4.2.0'], ''],
  ['fossa locators with licences', 'fossa.csv', ['Locator,License', 'npm+@babel/core$7.1.0,MIT', 'mvn+org.apache.commons:commons-io$2.11.0,Apache-2.0', 'deb+zlib1g#debian#12$1:1.2.13,Zlib', 'git+github.com/pkg/errors$614d223910a1,BSD-2-Clause'], ['@babel/core@7.1.0', 'org.apache.commons commons-io@2.11.0', 'zlib1g@1:1.2.13', 'github.com/pkg/errors@614d223910a1'], 'npm'],
  ['fossa locators alone', 'locators.txt', ['npm+lodash$4.17.21', 'pip+requests$2.31.0', 'gem+rails$7.1.2'], ['lodash@4.17.21', 'requests@2.31.0', 'rails@7.1.2'], 'npm'],
  ['names with a plus are names', 'plus.csv', ['name,version', 'npm+x,2', 'libc+stuff$x,1.0'], ['npm+x@2', 'libc+stuff$x@1.0'], ''],
  ['go-licenses', 'licenses.csv', ['github.com/pkg/errors,https://github.com/pkg/errors/blob/v0.9.1/LICENSE,BSD-2-Clause', 'github.com/acme/sdk/service/s3,https://github.com/acme/sdk/blob/service/s3/v1.2.3/service/s3/LICENSE.txt,Apache-2.0', 'golang.org/x/exp,https://cs.opensource.google/go/x/exp/+/73b9e39a:LICENSE,BSD-3-Clause', 'example.com/app,Unknown,MIT'], ['github.com/pkg/errors@v0.9.1', 'github.com/acme/sdk/service/s3@v1.2.3', 'golang.org/x/exp@', 'example.com/app@'], 'golang'],
  ['pnpm licenses json', 'pnpm-licenses.json', '{"MIT":[{"name":"express","versions":["4.18.2"],"paths":["/x"],"license":"MIT"},{"name":"debug","versions":["2.6.9","4.3.4"],"paths":["/x","/y"],"license":"MIT"}],"ISC":[{"name":"once","versions":["1.4.0"],"paths":["/z"],"license":"ISC"}]}', ['express@4.18.2', 'debug@2.6.9', 'debug@4.3.4', 'once@1.4.0'], ''],
  ['docker images', 'images.txt', ['REPOSITORY                      TAG       IMAGE ID       CREATED        SIZE', 'nginx                           1.25.3    a6bd71f48f68   2 weeks ago    187MB', 'registry.example.com/team/app   2.0.1     b6bd71f48f68   3 days ago     90.1MB', 'untagged                        <none>    b7bd71f48f68   3 days ago     1.2GB', '<none>                          <none>    c6bd71f48f68   3 days ago     90MB'], ['nginx@1.25.3', 'registry.example.com/team/app@2.0.1', 'untagged@'], 'docker'],
  ['podman images', 'podman.txt', ['REPOSITORY                TAG         IMAGE ID      CREATED      SIZE', 'docker.io/library/alpine  3.19.1      05455a08881e  8 weeks ago  7.67 MB'], ['docker.io/library/alpine@3.19.1'], 'docker'],
  ['docker images of Docker 29', 'images29.txt', ['IMAGE                  ID             DISK USAGE   CONTENT SIZE   EXTRA', 'alpine:3.19.1          05455a08881e       12.8MB         3.6MB    U', 'ghcr.io/acme/app:v2    15455a08881e        120MB          40MB'], ['alpine@3.19.1', 'ghcr.io/acme/app@v2'], 'docker'],
  ['gitlab dependency list json', 'gl.json', '[{"name":"lodash","version":"4.17.15","package_manager":"npm","dependency_file_path":"package-lock.json","vulnerabilities":[{"name":"Prototype","severity":"high","id":1,"url":"u"}],"licenses":[{"name":"MIT","url":"https://x"}]},{"name":"rails","version":"7.1.2","package_manager":"bundler","dependency_file_path":"Gemfile.lock","vulnerabilities":[],"licenses":[]}]', ['lodash@4.17.15', 'rails@7.1.2'], 'npm'],
  ['npm query json', 'query.json', '[{"name":"abbrev","version":"1.1.1","dependencies":{"x":"^1"},"pkgid":"abbrev@1.1.1","location":"node_modules/abbrev","license":"ISC"}]', ['abbrev@1.1.1'], ''],
];

test.each(lists)('%s is read', async (...[, file, text, components, ecosystem]) => {
  const bom = await read(textOf(text), file);
  expect(bom.components.map(shown)).toEqual(components);
  expect(ecosystemOf(bom.components[0]!)).toBe(ecosystem);
});

// prettier-ignore
/** What is no list of components, or one that would be read wrongly, and what it is called. */
const others: readonly (readonly [tool: string, file: string, text: Text, name: string])[] = [
  ['sonatype raw json', 'raw.json', '{"matchSummary":{"totalComponentCount":1,"knownComponentCount":1},"components":[{"hash":"9141212b8507ab50a45525b545b39d224614528b","packageUrl":"pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1?type=jar","componentIdentifier":{"format":"maven","coordinates":{"artifactId":"log4j-core","groupId":"org.apache.logging.log4j","version":"2.14.1","extension":"jar","classifier":""}},"displayName":"org.apache.logging.log4j : log4j-core : 2.14.1","proprietary":false,"matchState":"exact","pathnames":["log4j-core-2.14.1.jar"],"licenseData":{"status":"Open","declaredLicenses":[{"licenseId":"Apache-2.0","licenseName":"Apache-2.0"}]},"securityData":{"securityIssues":[]}}]}', 'a raw report of Sonatype Lifecycle'],
  ['xray summary json', 'xray.json', '{"artifacts":[{"general":{"component_id":"gav://a:b:1.0","name":"b","path":"x","pkg_type":"Maven","sha256":"aa"},"issues":[],"licenses":[{"name":"MIT","components":["gav://a:b:1.0"]}]}]}', 'a summary of JFrog Xray'],
  ['license-checker tree text', 'licenses.txt', ['├─ lodash@4.17.21', '│  ├─ licenses: MIT', '│  └─ repository: https://github.com/lodash/lodash', '└─ @scope/a@1.0.0', '   ├─ licenses: ISC', '   └─ path: /x'], 'a tree of packages as a package manager prints it (npm ls, yarn list, cargo tree, uv tree, pipdeptree …)'],
  ['pip-licenses html', 'pl.html', ['<table>', '    <tr>', '        <th>Name</th>', '        <th>Version</th>', '        <th>License</th>', '    </tr>', '    <tr>', '        <td>Django</td>', '        <td>4.2.1</td>', '        <td>BSD License</td>', '    </tr>', '</table>'], 'a page in HTML'],
  ['pip inspect', 'inspect.json', '{"version":"1","pip_version":"24.0","installed":[{"metadata":{"metadata_version":"2.1","name":"idna","version":"3.4","license":"BSD","requires_dist":[]},"metadata_location":"/x/idna-3.4.dist-info","installer":"pip","requested":true},{"metadata":{"metadata_version":"2.1","name":"requests","version":"2.31.0"},"metadata_location":"/y"}],"environment":{"implementation_name":"cpython"}}', 'a report of "pip inspect"'],
  ['trivy json', 'trivy.json', '{"SchemaVersion":2,"ArtifactName":"alpine:3.18","ArtifactType":"container_image","Results":[{"Target":"alpine","Class":"os-pkgs","Type":"alpine","Packages":[{"Name":"musl","Version":"1.2.4-r1"}]}]}', 'a report of Trivy'],
  ['grype json', 'grype.json', '{"matches":[{"vulnerability":{"id":"CVE-1"},"artifact":{"name":"a","version":"1"}}],"source":{},"distro":{},"descriptor":{"name":"grype","version":"0.74.0"}}', 'a report of Grype'],
  ['depcheck json', 'dependency-check-report.json', '{"reportSchema":"1.1","scanInfo":{"engineVersion":"9.0"},"projectInfo":{"name":"app"},"dependencies":[{"isVirtual":false,"fileName":"log4j-core-2.14.1.jar","filePath":"/x","md5":"a","sha1":"b","sha256":"c","packages":[{"id":"pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1","confidence":"HIGH"}]}]}', 'a report of OWASP Dependency-Check in JSON'],
  ['ort analyzer json', 'analyzer-result.json', '{"repository":{"vcs":{"type":"Git","url":"https://x"},"config":{}},"analyzer":{"start_time":"2024-01-01T00:00:00Z","result":{"projects":[],"packages":[{"id":"NPM::lodash:4.17.21","purl":"pkg:npm/lodash@4.17.21"}]}},"scanner":null,"advisor":null,"evaluator":null}', 'a result of ORT'],
  ['fossology csv', 'fossology.csv', ['file path,scan results,concluded results,comments', 'a/b.c,"GPL-2.0",GPL-2.0-only,'], 'a list of files with their licences (FOSSology)'],
  ['pnpm list json', 'pnpm.json', '[{"name":"root","path":"/r","private":true},{"name":"web","version":"0.1.0","path":"/r/web","private":true,"devDependencies":{"vite":{"from":"vite","version":"5.0.0","resolved":"https://x"}}}]', 'a list of pnpm'],
  ['pnpm list json, large', 'pnpm2.json', `[{"name":"app","version":"1.0.0","path":"/p","private":false,"dependencies":{${Array.from({ length: 900 }, (_, i) => `"p${i}":{"from":"p${i}","version":"1.0.${i}","resolved":"https://registry.example/p${i}"}`).join(',')}}}]`, 'a list of pnpm'],
  ['fossa report json', 'fossa.json', '{"project":{"name":"app"},"directDependencies":[{"package":"lodash","version":"4.17.21","source":"npm","licenses":[]}],"deepDependencies":[]}', 'an attribution report of FOSSA in JSON'],
  ['former list of gitlab', 'gl-old.json', '{"report":{"status":"ok"},"dependencies":[{"name":"lodash","version":"4.17.15","packager":"JavaScript (npm)","location":{"path":"package-lock.json"}}]}', 'a list of dependencies of GitLab in its former form'],
  ['versions only below', 'formulae.json', '[{"name":"git","full_name":"git","versions":{"stable":"2.43.0"},"installed":[{"version":"2.43.0","used_options":[]}]}]', 'not an SBOM in a supported format'],
  ['npm ls json', 'npm-ls.json', ['{', '  "version": "1.0.0",', '  "name": "app",', '  "dependencies": {', '    "express": {', '      "version": "4.18.2",', '      "resolved": "https://registry.npmjs.org/express/-/express-4.18.2.tgz",', '      "overridden": false,', '      "dependencies": {', '        "accepts": {', '          "version": "1.3.8",', '          "resolved": "https://x",', '          "overridden": false', '        }', '      }', '    }', '  }', '}'], 'a tree of packages as "npm ls --json" or "composer licenses" prints it'],
  ['npm ls json overridden first', 'npm-ls2.json', ['{', '  "version": "1.0.0",', '  "name": "app",', '  "problems": [', '    "missing: x"', '  ],', '  "dependencies": {', '    "express": {', '      "overridden": false,', '      "version": "4.18.2"', '    }', '  }', '}'], 'a tree of packages as "npm ls --json" or "composer licenses" prints it'],
  ['npm ls text', 'npm-ls3.txt', ['app@1.0.0 /home/x/app', '+-- express@4.18.2', '`-- lodash@4.17.21'], 'a tree of packages as a package manager prints it (npm ls, yarn list, cargo tree, uv tree, pipdeptree …)'],
  ['yarn list', 'yarn-list.txt', ['yarn list v1.22.19', '├─ express@4.18.2', '│  ├─ accepts@1.3.8', '└─ lodash@4.17.21', 'Done in 0.5s.'], 'a tree of packages as a package manager prints it (npm ls, yarn list, cargo tree, uv tree, pipdeptree …)'],
  ['yarn licenses', 'yarn-lic.txt', ['yarn licenses v1.22.19', '├─ MIT', '│  ├─ express@4.18.2', '│  │  ├─ URL: https://github.com/expressjs/express', '│  │  └─ VendorUrl: http://expressjs.com/', '└─ ISC', '   └─ once@1.4.0', 'Done in 0.5s.'], 'a tree of packages as a package manager prints it (npm ls, yarn list, cargo tree, uv tree, pipdeptree …)'],
  ['pnpm list', 'pnpm-list.txt', ['Legend: production dependency, optional only, dev only', '', 'app@1.0.0 /home/x/app', '', 'dependencies:', 'express 4.18.2', 'lodash 4.17.21', '', 'devDependencies:', 'typescript 5.0.0'], 'a list of pnpm'],
  ['cargo tree', 'cargo-tree.txt', ['app v0.1.0 (/home/x/app)', '├── serde v1.0.193', '│   └── serde_derive v1.0.193 (proc-macro)', '└── tokio v1.35.0', '    └── bytes v1.5.0'], 'a tree of packages as a package manager prints it (npm ls, yarn list, cargo tree, uv tree, pipdeptree …)'],
  ['cargo metadata', 'cargo-metadata.json', '{"packages":[{"name":"serde","version":"1.0.193","id":"serde 1.0.193 (registry+https://github.com/rust-lang/crates.io-index)","license":"MIT OR Apache-2.0","dependencies":[]}],"workspace_members":["app 0.1.0"],"resolve":{"nodes":[]},"target_directory":"/x","version":1,"workspace_root":"/x"}', 'what "cargo metadata" writes'],
  ['dotnet list', 'dotnet.txt', ['Project \'App\' has the following package references', '   [net8.0]: ', '   Top-level Package               Requested   Resolved', '   > Newtonsoft.Json               13.0.1      13.0.3  ', '   > Serilog                       [2.0.0, )   3.1.1   ', '', '   Transitive Package              Resolved', '   > System.Text.Json              8.0.0   '], 'a list of "dotnet list package"'],
  ['dotnet list json', 'dotnet.json', ['{', '  "version": 1,', '  "parameters": "--include-transitive",', '  "projects": [', '    {', '      "path": "/x/App.csproj",', '      "frameworks": [', '        {', '          "framework": "net8.0",', '          "topLevelPackages": [', '            {', '              "id": "Newtonsoft.Json",', '              "requestedVersion": "13.0.1",', '              "resolvedVersion": "13.0.3"', '            }', '          ],', '          "transitivePackages": [', '            {', '              "id": "System.Text.Json",', '              "resolvedVersion": "8.0.0"', '            }', '          ]', '        }', '      ]', '    }', '  ]', '}'], 'what "dotnet list package" writes as JSON'],
  ['gradle dependencies', 'gradle.txt', ['', '> Task :dependencies', '', '------------------------------------------------------------', 'Root project \'app\'', '------------------------------------------------------------', '', 'compileClasspath - Compile classpath for source set \'main\'.', '+--- org.springframework:spring-core:5.3.9', '|    \\--- org.springframework:spring-jcl:5.3.9', '\\--- com.google.guava:guava:30.1-jre -> 31.1-jre', '', '(*) - dependencies omitted'], 'a report of Gradle'],
  ['mvn tree plain', 'mvn.txt', ['com.example:app:jar:1.0-SNAPSHOT', '+- org.springframework:spring-core:jar:5.3.9:compile', '|  \\- org.springframework:spring-jcl:jar:5.3.9:compile', '\\- junit:junit:jar:4.13.2:test'], 'a tree of Maven'],
  ['mvn tree info', 'mvn2.txt', ['[INFO] Scanning for projects...', '[INFO] ', '[INFO] --- maven-dependency-plugin:3.6.0:tree (default-cli) @ app ---', '[INFO] com.example:app:jar:1.0-SNAPSHOT', '[INFO] +- org.springframework:spring-core:jar:5.3.9:compile', '[INFO] \\- junit:junit:jar:4.13.2:test', '[INFO] BUILD SUCCESS'], 'a tree of Maven'],
  ['mvn list', 'mvn3.txt', ['', 'The following files have been resolved:', '   org.springframework:spring-core:jar:5.3.9:compile -- module spring.core', '   junit:junit:jar:4.13.2:test', ''], 'a tree of Maven'],
  ['composer show json', 'composer.json.txt', '{"installed":[{"name":"monolog/monolog","homepage":"https://x","source":"https://y","version":"3.5.0","description":"Sends"}]}', 'a list of "composer show" in JSON'],
  ['conan graph info', 'conan.json', '{"graph":{"nodes":{"0":{"ref":"conanfile","name":null,"version":null,"dependencies":{"1":{"ref":"zlib/1.3","direct":"True"}}},"1":{"ref":"zlib/1.3#e4","name":"zlib","version":"1.3","license":"Zlib","recipe":"Downloaded","dependencies":{}}},"root":{"0":"None"}}}', 'a graph of Conan'],
  ['conan graph text', 'conan.txt', ['======== Computing dependency graph ========', 'Graph root', '    conanfile.txt: /home/x/conanfile.txt', 'Requirements', '    openssl/3.2.0#abc123 - Cache', '    zlib/1.3#def456 - Downloaded (conancenter)'], 'a graph of Conan'],
  ['dpkg -l', 'dpkg.txt', ['Desired=Unknown/Install/Remove/Purge/Hold', '| Status=Not/Inst/Conf-files/Unpacked/halF-conf/Half-inst/trig-aWait/Trig-pend', '|/ Err?=(none)/Reinst-required (Status,Err: uppercase=bad)', '||/ Name           Version                 Architecture Description', '+++-==============-=======================-============-=================================', 'ii  adduser        3.118ubuntu5            all          add and remove users and groups', 'ii  zlib1g:amd64   1:1.2.11.dfsg-2ubuntu9  amd64        compression library - runtime'], 'a list of "dpkg -l", which cuts names off'],
  ['brew info json', 'brew.json', '{"formulae":[{"name":"git","full_name":"git","desc":"x","license":"GPL-2.0-only","homepage":"https://git-scm.com","versions":{"stable":"2.43.0"},"installed":[{"version":"2.43.0"}]}],"casks":[]}', 'a report of Homebrew'],
  ['winget export', 'winget.json', ['{', '  "$schema": "https://aka.ms/winget-packages.schema.2.0.json",', '  "CreationDate": "2024-01-02T03:04:05.000-00:00",', '  "Sources": [', '    {', '      "Packages": [', '        {', '          "PackageIdentifier": "Git.Git",', '          "Version": "2.43.0"', '        },', '        {', '          "PackageIdentifier": "7zip.7zip"', '        }', '      ],', '      "SourceDetails": {', '        "Name": "winget",', '        "Identifier": "Microsoft.Winget.Source_8wekyb3d8bbwe",', '        "Argument": "https://cdn.winget.microsoft.com/cache",', '        "Type": "Microsoft.PreIndexed.Package"', '      }', '    }', '  ],', '  "WinGetVersion": "1.6.3482"', '}'], 'an export of winget'],
  ['syft text', 'syft-text.txt', ['[Path: /x]', '[lodash]', ' Version:\t 4.17.21', ' Type:\t\t npm', ' Found by:\t javascript-lock-cataloger', ''], 'a list of Syft as text'],
  ['osv-scanner json', 'osv.json', '{"results":[{"source":{"path":"/x/package-lock.json","type":"lockfile"},"packages":[{"package":{"name":"lodash","version":"4.17.15","ecosystem":"npm"},"vulnerabilities":[]}]}]}', 'a report of OSV-Scanner'],
  ['go version -m', 'gover.txt', ['app: go1.21.5', '\tpath\texample.com/app', '\tmod\texample.com/app\t(devel)\t', '\tdep\tgithub.com/pkg/errors\tv0.9.1\th1:FEBL', '\tbuild\t-compiler=gc'], 'build information of Go'],
  ['flutter pub deps', 'pubdeps.txt', ['Dart SDK 3.2.0', 'app 1.0.0', '├── http 1.1.2', '│   ├── async 2.11.0', '└── path 1.8.3'], 'a tree of packages as a package manager prints it (npm ls, yarn list, cargo tree, uv tree, pipdeptree …)'],
  ['swift show-dependencies', 'swiftdeps.json', ['{', '  "identity": "app",', '  "name": "app",', '  "url": "/x",', '  "version": "unspecified",', '  "path": "/x",', '  "dependencies": [', '    {', '      "identity": "swift-log",', '      "name": "swift-log",', '      "url": "https://github.com/apple/swift-log.git",', '      "version": "1.5.3",', '      "path": "/y",', '      "dependencies": []', '    }', '  ]', '}'], 'a tree of "swift package show-dependencies"'],
  ['uv tree', 'uvtree.txt', ['app v0.1.0', '├── flask v3.0.0', '│   └── jinja2 v3.1.2', '└── requests v2.31.0'], 'a tree of packages as a package manager prints it (npm ls, yarn list, cargo tree, uv tree, pipdeptree …)'],
  ['pipdeptree', 'pipdeptree.txt', ['Flask==3.0.0', '├── blinker [required: >=1.6.2, installed: 1.7.0]', '└── click [required: >=8.1.3, installed: 8.1.7]'], 'a tree of packages as a package manager prints it (npm ls, yarn list, cargo tree, uv tree, pipdeptree …)'],
  ['scancode json', 'scancode.json', '{"headers":[{"tool_name":"scancode-toolkit","tool_version":"32.0.8"}],"packages":[{"type":"npm","namespace":null,"name":"lodash","version":"4.17.21","purl":"pkg:npm/lodash@4.17.21"}],"dependencies":[],"files":[]}', 'a report of ScanCode'],
  ['bazel mod graph', 'bazel.txt', ['<root> (app@1.0)', '├───rules_cc@0.0.9 ', '└───zlib@1.3 '], 'a tree of packages as a package manager prints it (npm ls, yarn list, cargo tree, uv tree, pipdeptree …)'],

  ['report of Nessus', 'scan.csv', ['Plugin ID,CVE,CVSS,Risk,Host,Protocol,Port,Name,Synopsis', '12345,CVE-2024-1000,9.8,Critical,192.0.2.1,tcp,443,OpenSSL 3.0 < 3.0.1,old'], 'a report of a network scanner (Nessus, OpenVAS, Qualys)'],
];

test.each(others)('%s is refused by name', async (_, file, text, name) => {
  await expect(read(textOf(text), file)).rejects.toMatchObject({
    reason: 'unknown_format',
    message: expect.stringContaining(name),
  });
});

test('licences in JSON, and both columns of license-checker, say what they say', async () => {
  const snyk = await read(
    'name,version,licenses\nlodash,4.17.15,"[{""id"":""snyk:lic:npm:lodash:MIT"",""title"":""MIT license"",""license"":""MIT""}]"\nodd,1.0.0,"[{broken"\n',
    'snyk.csv',
  );
  expect(snyk.components.map(({ licenses }) => licenses)).toEqual([
    [{ relation: 'declared', id: 'MIT' }],
    [{ relation: 'declared', name: '[{broken' }],
  ]);
  const { components } = await read(
    'module name,version\na@1.0.0,1.0.0\na@1.0.0,2.0.0\ndplyr,1.1.4\n@1.0,1.0\n',
    'x.csv',
  );
  expect(components.map(shown)).toEqual(['a@1.0.0', 'a@1.0.0@2.0.0', 'dplyr@1.1.4', '@1.0@1.0']);
});

test('beside a vulnerability, a provider is who reports it, and the infected component is the one that has it', async () => {
  const xray =
    'Component,Infected Component,Provider,Severity,CVE\ndocker://app:1.0,npm://lodash:4.17.15,JFrog,High,CVE-2021-23337\n';
  const { components } = await read(xray, 'xray.csv');
  expect(components.map((one) => [shown(one), one.supplier])).toEqual([['lodash@4.17.15', undefined]]);
  const inventory = await read('Component,Version,Provider\na,1.0,Acme\n', 'x.csv');
  expect(inventory.components[0]!.supplier?.name).toBe('Acme');
});

test('what a list says beside its packages is named where it is left out', async () => {
  const image = 'REPOSITORY   TAG      IMAGE ID       CREATED       SIZE\napp          1.0.0    a6bd71f48f68   2 days ago    9MB\n<none>       <none>   b6bd71f48f68   2 days ago    9MB\n';
  const { components, warnings } = await read(image, 'images.txt');
  expect(components.map(({ type }) => type)).toEqual(['container']);
  expect(warnings.map(({ place }) => place)).toEqual(['line 3']);
  const gitlab = '[{"name":"a","version":"1.0.0","vulnerabilities":[{"id":1,"severity":"high"}],"licenses":[{"name":"MIT","url":"https://x"}]}]';
  const { components: [only], warnings: left } = await read(gitlab, 'gl.json');
  expect(only!.licenses).toEqual([{ relation: 'declared', id: 'MIT' }]);
  expect(left.map(({ message }) => message)).toEqual([
    '"vulnerabilities" holds objects in 1 entry; they are left out',
    '"licenses" holds addresses in 1 entry; they are left out',
  ]);
  const helm = '[{"name":"shop","namespace":"prod","revision":"3","status":"deployed","chart":"shop-1.0.0","app_version":"4.2.0"}]';
  const [release] = (await read(helm, 'helm.json')).components;
  expect([release!.group, release!.properties.find(({ name }) => name === 'namespace')?.value]).toEqual(['', 'prod']);
}); // prettier-ignore

describe('lines of packages', () => {
  test('are no SBOM where they lie among other files', () => {
    expect(isSbomAmongFiles('musl-1.2.4-r1\nbusybox-1.36.1-r2\n')).toBe(false);
  });

  test('that do not fit are counted', async () => {
    const lines = Array.from({ length: 3_000 }, (_, index) => `  * gem${index} (1.0.${index})`);
    const { components, warnings } = await read(['Gems included by the bundle:', ...lines, 'something else', ''].join('\n'), 'gems.txt'); // prettier-ignore
    expect(components).toHaveLength(3_000);
    expect(warnings).toEqual([{ place: 'line 3002', message: 'A line is no row of the table, and left out' }]);
  });

  test.each([
    ['prose', 'Introduction 1 Overview\nScope 2 Of this text\n'],
    ['measurements', 'speed km/h 12.5\nmass kg 3.2\n'],
    ['a log', '2024-01-02 12:00:01 started\n2024-01-02 12:00:02 ended\n'],
    ['settings', 'a=1=x\nname value\n'],
    ['one package', 'musl-1.2.4-r1\n'],
  ])('are not found in %s', async (_, text) => {
    await expect(read(text, 'x.txt')).rejects.toMatchObject({ reason: 'unknown_format' });
  });
});

describe('a hostile file', () => {
  const long = (text: string, start = '', end = ''): string =>
    start + text.repeat(Math.floor((480 - start.length - end.length) / text.length)) + end;

  it.each([
    ['a path of Go without an end', `${long('/x', 'a.b')},MIT,x\n`.repeat(50)],
    ['a path of Go without a name', `${long('/', 'a.b', '\t')}\n`.repeat(50)],
    ['quotes in a text that is not closed', `[{"name": "${'\\"'.repeat(15_000)}`],
    ['braces that are not closed', `[${'{"a":'.repeat(6_000)}`],
    ['dependencies of pnpm without a source', `[ {${'"dependencies": {"a": {"b": '.repeat(1_000)}`],
    ['a locator of FOSSA without a revision', `${long('+a', 'npm')}\n`.repeat(50)],
    [
      'images of Docker without a size',
      `REPOSITORY  TAG  IMAGE ID  CREATED  SIZE\n${`${long('a  ', 'x  1  ')}\n`.repeat(50)}`,
    ],
    ['images of Docker 29 without a size', `IMAGE  ID  DISK USAGE\n${`${long(':a', 'x')}\n`.repeat(50)}`],
  ])('is told at once: %s', async (_, text) => {
    const reading = () => read(text, 'list.txt').catch(() => undefined);
    expect(await cpuMillisecondsOf(reading)).toBeLessThan(1_000);
  });
});

describe('a cell of spaces', () => {
  const spaces = ' '.repeat(100_000);
  it.each([
    ['licences', 'license', `MIT${spaces}x`],
    ['licences on lines', 'license', `MIT${spaces}x\ny${spaces}z`],
    ['spaces without width', 'supplier', `${'\u200b'.repeat(100_000)}a\u200b`],
  ])('is read at once: %s', async (_, column, cell) => {
    let bom: Bom | undefined;
    const reading = async () => {
      bom = await read(`name,version,${column}\nlodash,1,"${cell}"\n`, 'list.csv');
    };
    expect(await cpuMillisecondsOf(reading)).toBeLessThan(1_000);
    expect(bom!.components.map(shown)).toEqual(['lodash@1']);
  });

  it('between licences separates none, and is in none', async () => {
    const { components } = await read(
      'name,version,license\nlodash,1,"MIT  ;  Apache-2.0 \n ; ISC , 0BSD"\n',
      'list.csv',
    );
    expect(components[0]!.licenses).toEqual([
      { relation: 'declared', id: 'MIT' },
      { relation: 'declared', id: 'Apache-2.0' },
      { relation: 'declared', name: 'ISC , 0BSD' },
    ]);
  });
});
