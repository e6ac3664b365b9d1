import { ecosystemOf } from '../../../model/ecosystem-words.js';
import type { ComponentEvidence } from './evidence.js';

/** What only a registry is called; "Python" and "Rust" are also the makers of software. */
const registries =
  /^(?:(?:https?:\/\/)?(?:www\.)?(npm|npmjs|pypi|rubygems|crates|nuget|packagist|hackage|cocoapods)(?:\.(?:com|org|io))?\/?|(npm|pypi|nuget) registry|(python) package index|(maven) central|(hex)\.pm|(pub)\.dev|(cran)|(cpan))$/i;

/**
 * The evidence with the registry as its hint, where the supplier is a registry ("npm", "crates.io", "Maven Central"): it
 * distributes the component and does not make it. The registry's own client keeps its maker.
 */
export function withRegistryAsHint(evidence: ComponentEvidence): ComponentEvidence {
  const org = evidence.org.trim();
  const found = registries.exec(org)?.slice(1).find(Boolean)?.toLowerCase();
  if (found === undefined || evidence.name.trim().toLowerCase() === found) return evidence;
  const hint = ecosystemOf(evidence.hint) === null ? (found === 'npmjs' ? 'npm' : found) : evidence.hint!;
  return { ...evidence, org: '', hint };
}
