import { compact, words } from '../../../model/names/normalise.js';

/** Company forms and words that say "an organization" and nothing more. */
const legalWords = new Set(
  'inc incorporated llc ltd limited corp corporation co company gmbh ag sa sas sarl srl spa bv nv ab oy as aps kg kgaa plc pty pte kk team project projects foundation software technologies technology systems group developers contributors authors community labs org com net the and devs holdings international networks solutions'.split(
    ' ',
  ),
);

/** Other names of one organization, each brought to the first. Compact forms. */
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
];
const groups = new Map(
  aliasGroups.flatMap((group) => {
    const names = group.split(' ');
    return names.map((name) => [name, names] as const);
  }),
);

/** An organization's telling words: no legal forms, no "project", no top-level domains of a reversed domain name. */
export function organizationWords(name: string): string[] {
  return words(name).filter((word) => !legalWords.has(word) && word.length > 1);
}

/** One compact form for one organization, aliases resolved; empty where nothing telling is left. */
export function organizationKey(name: string): string {
  const telling = organizationWords(name);
  const key = (telling.length > 0 ? telling : words(name)).join('');
  return groups.get(key)?.[0] ?? key;
}

/** Every compact form that an organization of this name may bear in a namespace, a CPE's vendor or a repository's owner. */
export function organizationAliases(name: string): string[] {
  const key = organizationKey(name);
  const forms = [key, compact(name), ...(groups.get(key) ?? []), domainOwner(name)];
  return [...new Set(forms)].filter((form) => form !== '');
}

/** A reversed domain the way code hosts have it: who publishes "io.quarkus" is quarkusio there. */
function domainOwner(name: string): string {
  const [, top = '', own = ''] = /^([a-z]{2,3})\.([\w-]{2,60})(?:\.|$)/i.exec(name) ?? [];
  return compact(`${own}${top}`);
}
