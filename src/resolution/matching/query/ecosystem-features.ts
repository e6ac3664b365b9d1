import type { ComponentEvidence } from './evidence.js';
import type { ParsedName } from './parse-name.js';
import { plainVersion } from './version-text.js';

/** By purl type (and "none"), a weight for each ecosystem feature by name. */
export type EcosystemWeights = Readonly<Record<string, Readonly<Record<string, number>>>>;

/**
 * What the syntax of name, organization and version says of the ecosystem: "@scope/name" is npm, "org.x.y" as
 * organization is Maven, "2.31-0ubuntu9" a Debian version. Each feature is 0 or 1.
 */
export function ecosystemFeatures({
  evidence,
  parsed,
}: {
  evidence: ComponentEvidence;
  parsed: ParsedName;
}): Readonly<Record<string, number>> {
  const { name, org, version: parsedVersion } = parsed.parses[0]!;
  const full = parsed.coordinates ? `${parsed.coordinates.namespace ?? ''}/${name}` : name;
  const version = plainVersion(parsedVersion);
  const test = (condition: boolean): number => (condition ? 1 : 0);
  const orgText = evidence.org.trim() || (parsed.coordinates?.namespace ?? '');
  return {
    bias: 1,
    scoped: test(/^@/.test(full)),
    path: test(parsed.coordinates?.type === 'golang'),
    reversedDomain: test(/^[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/i.test(org) && !org.startsWith('@')),
    orgPair: test(/^[\w.-]+\/[\w.-]+$/.test(orgText)),
    orgPerson: test(/^\p{Lu}[\p{L}.'-]+(?: \p{L}[\p{L}.'-]*){1,3}$/u.test(orgText)),
    orgOneWord: test(orgText !== '' && !/\s/.test(orgText)),
    orgMissing: test(orgText === ''),
    dotted: test(/\w\.\w/.test(name)),
    dottedCapital: test(/^\p{Lu}\w*(?:\.\p{Lu}\w*)+/u.test(name)),
    camel: test(/\p{Ll}\p{Lu}/u.test(name)),
    capital: test(/^\p{Lu}/u.test(name)),
    spaces: test(/\s/.test(name)),
    hyphens: test(/-/.test(name)),
    manyHyphens: test(/-.*-.*-/.test(name)),
    underscore: test(/_/.test(name)),
    jsWord: test(
      /(?:^|[-_. ])(?:js|node|npm|webpack|babel|react|vue|eslint|grunt|gulp|typescript|jquery)(?:$|[-_. ])|js$/i.test(
        name,
      ),
    ),
    pythonWord: test(/(?:^|[-_. ])(?:py|python|django|flask)(?:$|[-_. ])|^py/i.test(name)),
    rubyWord: test(/(?:^|[-_. ])(?:rb|ruby|rails|rack|rspec|logstash|fluent)(?:$|[-_. ])/i.test(name)),
    javaWord: test(
      /(?:^|[-_. ])(?:java|jakarta|spring|quarkus|jboss|wildfly|maven|hibernate|log4j|atlassian|jira)(?:$|[-_. ])/i.test(
        name,
      ),
    ),
    libStart: test(/^lib\w/i.test(name)),
    developmentEnd: test(/-(?:dev|doc|dbg|bin|common|data|utils|perl|devel|libs|el|fonts)$/i.test(name)),
    slash: test(/\//.test(name)),
    versionMissing: test(version === ''),
    versionFinal: test(/(?:final|release|ga|snapshot|redhat|\.v\d{6,}|jre|incubating|sp\d)/i.test(version)),
    versionDebian: test(
      /^\d+:|[~]|-\d+(?:[.+]\w+)*$|dfsg|\+b\d|deb\d|nmu/i.test(version) && !/^0\.0\.0-/.test(version),
    ),
    versionUbuntu: test(/ubuntu/i.test(version)),
    versionEnterprise: test(/\.(?:el|fc|amzn|lp|mga)\d|-\d+\.\d+\.\d+/i.test(version)),
    versionAlpine: test(/-r\d+$/.test(version)),
    versionPseudo: test(/-\d{14}-[0-9a-f]{12}|incompatible/.test(version)),
    versionThree: test(/^\d+\.\d+\.\d+$/.test(version)),
    versionTwo: test(/^\d+\.\d+$/.test(version)),
    versionFour: test(/^\d+\.\d+\.\d+\.\d+/.test(version)),
    versionPre: test(/(?:alpha|beta|rc|dev|pre|next)/i.test(version)),
  };
}
