import type { ComponentEvidence } from './evidence.js';
import type { ParsedName } from './parse-name.js';
import { plainVersion } from './version-text.js';

/**
 * What the mere look of a component says about its ecosystem: "@scope/name" is npm, "org.x.y" as organization is Maven,
 * "2.31-0ubuntu9" a Debian version. Each is 0 or 1; the trained table in `shape-weights.ts` turns them into a share for
 * each ecosystem.
 */
export const shapeNames = [
  'bias',
  'scoped',
  'path',
  'reversedDomain',
  'orgPair',
  'orgPerson',
  'orgOneWord',
  'orgMissing',
  'dotted',
  'dottedCapital',
  'camel',
  'capital',
  'spaces',
  'hyphens',
  'manyHyphens',
  'underscore',
  'jsWord',
  'pythonWord',
  'rubyWord',
  'javaWord',
  'libStart',
  'developmentEnd',
  'slash',
  'versionMissing',
  'versionFinal',
  'versionDebian',
  'versionUbuntu',
  'versionEnterprise',
  'versionAlpine',
  'versionPseudo',
  'versionThree',
  'versionTwo',
  'versionFour',
  'versionPre',
] as const;

export function shapeOf(evidence: ComponentEvidence, parsed: ParsedName): number[] {
  const { name, org, version: read } = parsed.readings[0]!;
  const full = parsed.coordinates ? `${parsed.coordinates.namespace ?? ''}/${name}` : name;
  const version = plainVersion(read);
  const test = (condition: boolean): number => (condition ? 1 : 0);
  const orgText = evidence.org.trim() || (parsed.coordinates?.namespace ?? '');
  return [
    1,
    test(/^@/.test(full)),
    test(parsed.coordinates?.type === 'golang'),
    test(/^[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/i.test(org) && !org.startsWith('@')),
    test(/^[\w.-]+\/[\w.-]+$/.test(orgText)),
    test(/^\p{Lu}[\p{L}.'-]+(?: \p{L}[\p{L}.'-]*){1,3}$/u.test(orgText)),
    test(orgText !== '' && !/\s/.test(orgText)),
    test(orgText === ''),
    test(/\w\.\w/.test(name)),
    test(/^\p{Lu}\w*(?:\.\p{Lu}\w*)+/u.test(name)),
    test(/\p{Ll}\p{Lu}/u.test(name)),
    test(/^\p{Lu}/u.test(name)),
    test(/\s/.test(name)),
    test(/-/.test(name)),
    test(/-.*-.*-/.test(name)),
    test(/_/.test(name)),
    test(
      /(?:^|[-_. ])(?:js|node|npm|webpack|babel|react|vue|eslint|grunt|gulp|typescript|jquery)(?:$|[-_. ])|js$/i.test(
        name,
      ),
    ),
    test(/(?:^|[-_. ])(?:py|python|django|flask)(?:$|[-_. ])|^py/i.test(name)),
    test(/(?:^|[-_. ])(?:rb|ruby|rails|rack|rspec|logstash|fluent)(?:$|[-_. ])/i.test(name)),
    test(
      /(?:^|[-_. ])(?:java|jakarta|spring|quarkus|jboss|wildfly|maven|hibernate|log4j|atlassian|jira)(?:$|[-_. ])/i.test(
        name,
      ),
    ),
    test(/^lib\w/i.test(name)),
    test(/-(?:dev|doc|dbg|bin|common|data|utils|perl|devel|libs|el|fonts)$/i.test(name)),
    test(/\//.test(name)),
    test(version === ''),
    test(/(?:final|release|ga|snapshot|redhat|\.v\d{6,}|jre|incubating|sp\d)/i.test(version)),
    test(/^\d+:|[~]|-\d+(?:[.+]\w+)*$|dfsg|\+b\d|deb\d|nmu/i.test(version) && !/^0\.0\.0-/.test(version)),
    test(/ubuntu/i.test(version)),
    test(/\.(?:el|fc|amzn|lp|mga)\d|-\d+\.\d+\.\d+/i.test(version)),
    test(/-r\d+$/.test(version)),
    test(/-\d{14}-[0-9a-f]{12}|incompatible/.test(version)),
    test(/^\d+\.\d+\.\d+$/.test(version)),
    test(/^\d+\.\d+$/.test(version)),
    test(/^\d+\.\d+\.\d+\.\d+/.test(version)),
    test(/(?:alpha|beta|rc|dev|pre|next)/i.test(version)),
  ];
}
