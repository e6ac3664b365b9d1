import { compact, words } from '../../../model/names/normalise.js';

/** Company forms and words that only mean "an organization". */
const legalWords = new Set(
  'inc incorporated llc ltd limited corp corporation co company gmbh ag sa sas sarl srl spa bv nv ab oy as aps kg kgaa plc pty pte kk team project projects foundation software technologies technology systems group developers contributors authors community labs org com net the and devs holdings international networks solutions'.split(
    ' ',
  ),
);

/** Names of one organization in compact form; the first is the canonical one. */
const aliasGroups = [
  'apache asf apachesoftware theapachesoftware',
  'microsoft ms msft',
  'google googlellc alphabet',
  'hp hewlettpackard hewlettpackardenterprise hpe',
  'redhat rhel',
  'vmware pivotal pivotalsoftware springsource springframework spring',
  'oracle sun sunmicrosystems bea',
  'ibm internationalbusinessmachines',
  'facebook meta fb',
  'amazon aws amazonwebservices',
  'mozilla mozillacorporation',
  'ui ubiquiti ubiquitinetworks ubnt',
  'zohocorp zoho manageengine',
  'dell emc dellemc',
  'python psf pythonsoftware',
  'nodejs node openjs openjsf',
  'linux linuxfoundation lfprojects kernel',
  'jenkins jenkinsci',
  'eclipse eclipsefoundation',
  'gnu fsf freesoftware',
  'synology synologyinc',
  'siemens siemensag',
  'haxx curl',
  'rubyonrails rails',
  // Vendors under which the catalogue lists the same products.
  'adobe macromedia',
  'withsecure fsecure',
  'veritas symantec',
  'suse novell',
  'sap businessobjects',
  'puppet puppetlabs',
  'wikimedia mediawiki',
  'progress telerik',
  'hcltech hcl hclsoftware',
  'tenda tendacn',
  'buffalo buffaloinc buffalotech',
  'edx openedx',
  'incsub wpmudev',
];
const groups = new Map(
  aliasGroups.flatMap((group) => {
    const names = group.split(' ');
    return names.map((name) => [name, names] as const);
  }),
);

/** The distinctive words of an organization: no legal forms, no "project", no top-level domains. */
export function organizationWords(name: string): string[] {
  return words(name).filter((word) => !legalWords.has(word) && word.length > 1);
}

/** The canonical compact form of an organization, with aliases resolved. */
export function organizationKey(name: string): string {
  const distinctive = organizationWords(name);
  const key = (distinctive.length > 0 ? distinctive : words(name)).join('');
  return groups.get(key)?.[0] ?? key;
}

/** All compact forms that the organization may have as namespace, vendor or owner. */
export function organizationAliases(name: string): string[] {
  const key = organizationKey(name);
  const forms = [key, compact(name), ...(groups.get(key) ?? []), domainOwner(name)];
  return [...new Set(forms)].filter((form) => form !== '');
}

/** A reversed domain as on code hosts: "io.quarkus" is quarkusio there. */
function domainOwner(name: string): string {
  const [, top = '', own = ''] = /^([a-z]{2,3})\.([\w-]{2,60})(?:\.|$)/i.exec(name) ?? [];
  return compact(`${own}${top}`);
}
