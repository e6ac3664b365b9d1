/** What a claim of a token must say: a text, where `*` stands for anything but `/`, and `**` for anything. */
export interface ClaimPattern {
  readonly claim: string;
  readonly value: string;
}

/** Longer claims match nothing. */
const maxClaim = 2_048;

/** The first claim that is not as it must be; null: all are. */
export function firstMismatch(patterns: readonly ClaimPattern[], claims: Record<string, unknown>): string | null {
  const wrong = patterns.find(({ claim, value }) => {
    const given = Object.hasOwn(claims, claim) ? claims[claim] : undefined;
    const values = Array.isArray(given) ? (given as unknown[]) : [given];
    return !values.some((one) => isScalar(one) && matchesPattern(String(one), value));
  });
  return wrong ? wrong.claim : null;
}

const isScalar = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

/** In time proportional to both lengths, whatever the pattern. */
export function matchesPattern(text: string, pattern: string): boolean {
  if (text.length > maxClaim) return false;
  const tokens = pattern.match(/\*\*+|\*|[^*]/gs) ?? [];
  // reached[n]: the tokens so far match the first n characters.
  let reached = new Uint8Array(text.length + 1);
  reached[0] = 1;
  for (const token of tokens) {
    const next = new Uint8Array(text.length + 1);
    for (let at = 0; at <= text.length; at += 1) {
      if (token.startsWith('*')) {
        const canGrow = at > 0 && next[at - 1] === 1 && (token !== '*' || text[at - 1] !== '/');
        next[at] = reached[at] === 1 || canGrow ? 1 : 0;
      } else if (at > 0) next[at] = reached[at - 1] === 1 && text[at - 1] === token ? 1 : 0;
    }
    reached = next;
  }
  return reached[text.length] === 1;
}

const exact = /^[^*]+$/;
const withOwner = /^[^*/]+\//;
const ofOrganization = /^organization:[^*:]+:/;

/** Issuers of whose tokens everybody can have some, with the claims that say whose one is, and how much of each is fixed. */
const sharedIssuers: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  'https://token.actions.githubusercontent.com': {
    repository: withOwner,
    repository_id: exact,
    repository_owner: exact,
    repository_owner_id: exact,
    enterprise: exact,
    enterprise_id: exact,
    workflow_ref: withOwner,
    sub: /^(?:repo:[^*:/]+\/|(?:repository|repository_owner|repository_id|repository_owner_id|enterprise):[^*:/]+(?:[:/]|$))/,
  },
  'https://gitlab.com': {
    project_path: withOwner,
    project_id: exact,
    namespace_path: /^[^*/]+(?:\/|$)/,
    namespace_id: exact,
    sub: /^project_path:[^*:/]+\//,
  },
  'https://agent.buildkite.com': { organization_slug: exact, organization_id: exact, sub: ofOrganization },
  'https://app.terraform.io': {
    terraform_organization_name: exact,
    terraform_organization_id: exact,
    sub: ofOrganization,
  },
  'https://accounts.google.com': { sub: exact, email: exact },
};

/**
 * What is wrong with the patterns of a rule together, or null. Everybody has tokens of the large platforms: a rule that
 * does not say whose would let them all in.
 */
export function patternsFault(patterns: readonly ClaimPattern[], issuer = ''): string | null {
  const names = patterns.map(({ claim }) => claim);
  if (new Set(names).size < names.length) return 'must name each claim once';
  if (!patterns.some(({ value }) => /^[^*]{2,}/.test(value)))
    return 'must hold a claim whose value does not begin with * (such as repository, or project_path)';
  const owners = Object.hasOwn(sharedIssuers, issuer) ? sharedIssuers[issuer]! : null;
  if (
    owners === null ||
    patterns.some(({ claim, value }) => Object.hasOwn(owners, claim) && owners[claim]!.test(value))
  )
    return null;
  return `must say whose tokens of ${issuer} are trusted: ${Object.keys(owners).join(', ')}, with the owner in full`;
}
