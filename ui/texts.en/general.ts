import { components, entries, names, number, plural, sboms } from './words.js';

/** What several pages say, the sign-in and the home page. */
export const generalTexts = {
  product: 'Stocktake',
  skip: 'Skip to the content',
  close: 'Close',
  cancel: 'Cancel',
  retry: 'Try again',
  showAll: 'Show all',
  shownOf: (shown: number, total: number) => `${number(shown)} of ${number(total)} shown.`,
  unknown: 'unknown',
  nav: {
    main: 'Main',
    home: 'Home',
    sboms: 'SBOMs',
    review: 'Review',
    vulnerabilities: 'Vulnerabilities',
    projects: 'Projects',
    settings: 'Settings',
    organization: 'Organization',
    account: 'Account',
    signOut: 'Sign out everywhere',
    api: 'API',
    theme: 'Light or dark',
  },
  counts: { entries, names, sboms, components },
  errors: {
    offline: 'No connection to Stocktake. Check the network, then try again.',
    busy: (seconds: number) => `Stocktake is busy. Try again in ${plural(seconds, 'second', 'seconds')}.`,
    server: (id: string) =>
      `Something failed on the server; nothing was changed. Try again, or give an administrator the number ${id}.`,
    status: (status: number) => `The server answered ${status}. Try again, or reload the page.`,
    notFoundTitle: 'Not found',
    notFound: 'There is no such page, or it belongs to another organization.',
    toHome: 'Go to the start page',
    title: 'This part could not be loaded.',
    noOrganization: 'You belong to no organization yet. An administrator of one can add you.',
    viewer: 'You may look, not decide. Your role is viewer; an administrator can change it.',
  },
  signIn: {
    title: 'Sign in',
    to: (host: string) => `to ${host}`,
    user: 'User',
    password: 'Password',
    submit: 'Sign in',
    failedTitle: 'User and password do not match.',
    failed: 'Check both. After ten wrong tries sign-in waits a while.',
    noAccount: 'No account? An administrator of your organization makes one.',
    expired: 'Your session has ended. Sign in to go on; nothing that you did is lost.',
  },
  severity: {
    critical: 'Critical',
    high: 'High',
    medium: 'Medium',
    low: 'Low',
    none: 'None',
    unknown: 'Not rated',
  } as Readonly<Record<string, string>>,
  verdict: { passed: 'Passed', failed: 'Failed', pending: 'Pending' },
  coverage: { examined: 'Examined', partly: 'Partly examined', not_examined: 'Not examined' },
  status: {
    created: 'In review',
    allconfirmed: 'Ready to confirm',
    finished: 'Confirmed',
  } as Readonly<Record<string, string>>,
  home: {
    summary: (sbomCount: number, count: number) => `${sboms(sbomCount)} · ${components(count)}`,
    needs: 'What needs you',
    worst: 'worst first',
    queue: (count: number) => `${names(count)} ${count === 1 ? 'waits' : 'wait'} for review`,
    queueNote: (count: number) => `${entries(count)} that the service could not settle by itself.`,
    toQueue: 'Review',
    unexamined: (count: number) => `${components(count)} could not be examined, or only partly`,
    unexaminedNote: 'Of what was not examined nothing is known, good or bad.',
    toSboms: 'See the SBOMs',
    toVulnerabilities: 'See why',
    failing: (count: number) => `${components(count)} ${count === 1 ? 'breaks' : 'break'} a rule`,
    failingNote: 'The SBOMs with the highest risk come first.',
    nothing: 'Nothing waits for you.',
    nothingNote: 'New names come here when an import leaves a doubt.',
    risk: 'Risk of the organization',
    riskScale: '0 to 100, higher is worse',
    riskUnknown: 'Too little was examined, so the risk is unknown.',
    data: 'Age of the data',
    never: 'never loaded',
    noSources: 'No advisories are loaded, so nothing can be said about vulnerabilities. Load a source.',
    sboms: 'SBOMs',
    allSboms: 'All SBOMs',
    empty: 'No SBOM has been imported.',
    emptyNote: 'Drop a file here, or choose one: CycloneDX, SPDX, or a list as CSV or XLSX.',
  },
  dispositions: {
    internal: 'Internal',
    commercial: 'Commercial',
    not_software: 'Not software',
    unknown: 'Cannot be known',
  } as Readonly<Record<string, string>>,
  ago: (date: string | Date): string => {
    const seconds = (Date.now() - new Date(date).getTime()) / 1000;
    const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
    if (seconds < 60) return 'just now';
    if (seconds < 3_600) return format.format(-Math.round(seconds / 60), 'minute');
    if (seconds < 86_400) return format.format(-Math.round(seconds / 3_600), 'hour');
    return format.format(-Math.round(seconds / 86_400), 'day');
  },
  moment: (date: string | Date): string =>
    new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(date)),
};
