import { ecosystemOf } from '../../../model/ecosystem-words.js';

/** The purl type of a distribution's packages, where the organization is a distribution; else null. */
export function distributionOf(org: string): string | null {
  const name = /^(debian|ubuntu|alpine|fedora|opensuse)(?: (?:linux|gnu\/linux|project))?$/i.exec(org.trim())?.[1];
  return ecosystemOf(name);
}

/** By purl type, the CPE `target_sw` values of its software. */
const targets: Record<string, string> = {
  npm: 'node.js nodejs javascript node',
  pypi: 'python pypi',
  maven: 'maven java',
  gem: 'ruby rails ruby_on_rails',
  golang: 'go golang',
  nuget: '.net asp.net .net_framework .net_core',
  cargo: 'rust',
  composer: 'php composer',
  cpan: 'perl',
  'wordpress-plugin': 'wordpress',
  jenkins: 'jenkins',
  drupal: 'drupal',
};
const targetTypes = new Map(
  Object.entries(targets).flatMap(([type, list]) => list.split(' ').map((word) => [word, type])),
);

/** The ecosystem of a CPE's `target_sw`, or null. */
export const ecosystemOfTarget = (target: string): string | null => targetTypes.get(target.toLowerCase()) ?? null;
