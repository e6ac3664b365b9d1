import { components, entries, names, number, percent, plural, sboms } from './words.js';

const repeat = 'It may have been done. Repeat it here, unchanged: it is not done twice. After a reload, look first.';

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
  noGapKnown: 'No unread file is recorded; whether the last analysis read every file is not known.',
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
    sessions: 'Your sessions',
    signOut: 'Sign out',
    signOutEverywhere: 'Sign out everywhere',
    api: 'API',
    theme: 'Light or dark',
    density: 'Compact or roomy rows',
  },
  find: {
    title: 'Find anything',
    label: 'Name of an SBOM or component, or a CVE',
    results: 'Found',
    hint: 'Arrows and Enter open, Esc closes.',
    nothing: 'No page, SBOM or component has such a name.',
    nothingBegins:
      'No page or component begins so, and no SBOM has it in its name. Type three letters to find it within names.',
    count: (count: number) => `${number(count)} found.`,
    more: (count: number) => `${number(count)} more: type more of the name.`,
    page: 'Page',
    sbom: 'SBOM',
    component: 'Component',
    vulnerability: 'Vulnerability',
    within: (sbom: string) => `in ${sbom}`,
  },
  keyHelp: {
    title: 'Keys',
    on: 'Keys work without a modifier',
    digits: 'Digits only mark a candidate; Enter settles',
    off: 'Turned off: everything can be done with Tab, arrows, Enter and the mouse.',
  },
  pageKeys: [
    ['g h', 'go to the home page'],
    ['g s', 'go to the SBOMs'],
    ['g r', 'go to the review queue'],
    ['g v', 'go to the vulnerabilities'],
    ['g p', 'go to the projects'],
    ['Ctrl K', 'find anything'],
    ['j k', 'next, previous row of a list'],
    ['Space', 'choose the row'],
    ['e', 'change the component of the row'],
    ['b', 'what can be done with the chosen rows'],
    ['?', 'this list'],
    ['Esc', 'close'],
  ] as const,
  counts: { entries, names, sboms, components },
  percent,
  errors: {
    offline: 'No connection to Stocktake. Check the network, then try again.',
    busy: (seconds: number) => `Stocktake is busy. Try again in ${plural(seconds, 'second', 'seconds')}.`,
    server: (id: string) =>
      `Something failed on the server; nothing was changed. Try again, or give an administrator the number ${id}.`,
    between: (status: number) =>
      `Something between here and Stocktake answered ${status}, so it is not known whether anything was changed. Reload the page to see, then try again.`,
    unanswered: `No answer came. ${repeat}`,
    serverChange: (id: string) =>
      `Something failed on the server. ${repeat} An administrator finds out what it was by the number ${id}.`,
    betweenChange: (status: number) => `Something between here and Stocktake answered ${status}. ${repeat}`,
    inProgress: 'It is still being done. Repeat it here, unchanged, in a moment: it is not done twice.',
    carriedOut: 'It was done, and its answer is lost. Load the page again to see it.',
    shownOnce:
      'It was done the first time, and what is shown only once was lost with that answer. Load the page again: the link of a share can be copied from the list; a key or a secret has to be made anew, and the lost one revoked.',
    status: (status: number) => `The server answered ${status}. Try again, or reload the page.`,
    notFoundTitle: 'Not found',
    notFound: 'There is no such page, or it belongs to another organization.',
    toHome: 'Go to the start page',
    title: 'This part could not be loaded.',
    isOld: 'This part could not be loaded again: what it shows may be old.',
    noOrganization: 'You belong to no organization yet. An administrator of one can add you.',
    viewer: 'You may look, not decide. Your role is viewer; an administrator can change it.',
  },
  signIn: {
    title: 'Sign in',
    to: (host: string) => `to ${host}`,
    user: 'User',
    password: 'Password',
    submit: 'Sign in',
    provider: (name: string) => `Sign in with ${name}`,
    or: 'or with a password',
    finishing: 'Signing in …',
    cancelled: 'The sign-in was not completed at the provider.',
    providerTitle: 'You are not signed in.',
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
  connection: {
    lost: 'No connection. What is shown may be old; changes can be made again when the connection is back.',
    waiting: (count: number) =>
      `No connection. ${plural(count, 'decision is', 'decisions are')} kept in this tab; do not close it.`,
    ofOther: (count: number, who: string) =>
      `${plural(count, 'decision', 'decisions')} of ${who} ${count === 1 ? 'is' : 'are'} kept in this tab, not sent yet. ${count === 1 ? 'It is' : 'They are'} sent when ${who} signs in again; do not close the tab.`,
    try: 'Try now',
    noEdit: 'There is no connection, so nothing can be changed now.',
  },
  stale: { changed: 'Changed since you opened it.', show: 'Show' },
  trend: {
    scale: '12 weeks, 0 to 100, higher is worse',
    ofSbom: 'Risk of the SBOM',
    ofSupplier: (name: string) => `Risk of everything from ${name}`,
    today: 'today',
    none: 'There is no history yet: it begins with the first evaluation.',
    begins: 'The history begins today.',
    change: (change: number, since: string) =>
      change === 0
        ? `As on ${since}.`
        : `${number(Math.abs(change))} ${change < 0 ? 'lower' : 'higher'} than on ${since}.`,
    band: (share: string) => `The hatched band is what was not examined, ${share} now.`,
    unscored: (count: number) =>
      `${sboms(count)} ${count === 1 ? 'is' : 'are'} not scored yet. Where no work goes on, import a file or remove ${count === 1 ? 'it' : 'them'}.`,
    stale: (count: number) =>
      `The figures of ${sboms(count)} are old: monitoring has not succeeded for two of its periods.`,
    gaps: 'The line has gaps where monitoring of most SBOMs did not run.',
    bandUnknown: 'How much was examined is not recorded.',
    label: (summary: string) => `Risk over twelve weeks. ${summary}`,
  },
  visit: {
    title: 'Since your last visit',
    first: 'This is your first visit in this browser. What happens from now on stands here.',
    nothing: 'Nothing has changed.',
    imported: (count: number) => `${sboms(count)} imported`,
    vulnerabilities: (count: number) => `${plural(count, 'vulnerability', 'vulnerabilities')} new`,
    exploited: (count: number) => `${number(count)} known to be exploited`,
    settled: (count: number) => `${names(count)} settled`,
    by: (who: string, count: number) => `${who} ${number(count)}`,
    you: 'you',
    failing: (count: number) => `${sboms(count)} ${count === 1 ? 'breaks' : 'break'} a rule now`,
    notCompared: (count: number) =>
      `Of ${sboms(count)} it is not known whether a rule is broken that was not: not evaluated then, or not now`,
    mended: (count: number) => `${sboms(count)} no longer ${count === 1 ? 'breaks' : 'break'} a rule`,
  },
  home: {
    summary: (sbomCount: number, count: number) => `${sboms(sbomCount)} · ${components(count)}`,
    needs: 'What needs you',
    worst: 'worst first',
    queue: (count: number) => `${names(count)} ${count === 1 ? 'waits' : 'wait'} for review`,
    queueNote: (count: number) =>
      `${entries(count)} that the service could not settle by itself, or not in full. An SBOM can be confirmed before the latter are.`,
    toQueue: 'Review',
    unexamined: (count: number) => `${components(count)} could not be examined, or only partly`,
    unexaminedNote: 'Of what was not examined nothing is known, good or bad.',
    toSboms: 'See the SBOMs',
    toVulnerabilities: 'See why',
    exploited: (count: number) => `${plural(count, 'vulnerability is', 'vulnerabilities are')} known to be exploited`,
    exploitedNote: (id: string, count: number) => `${id} is in ${sboms(count)}.`,
    toExploited: 'Look at them',
    verdicts: (failed: number, pending: number) =>
      [failed > 0 && `${sboms(failed)} ${failed === 1 ? 'fails' : 'fail'}`, pending > 0 && `${number(pending)} pending`]
        .filter(Boolean)
        .join(', '),
    verdictsNote: (passed: number) => `${number(passed)} ${passed === 1 ? 'passes' : 'pass'}. Pending is no pass.`,
    toSources: 'Sources',
    riskScale: '0 to 100, higher is worse',
    nothing: 'Nothing waits for you.',
    nothingNote: 'New names come here when an import leaves a doubt.',
    risk: 'Risk of the organization',
    riskUnknown: 'Too little was examined, so the risk is unknown.',
    data: 'Age of the data',
    never: 'never loaded',
    old: (age: string) => `old: ${age}`,
    noSources: 'No advisories are loaded, so nothing can be said about vulnerabilities.',
    noExploited: 'The list of exploited vulnerabilities is not loaded, so it is not known which are exploited.',
    noSourcesNote: 'An administrator of the installation loads them with “stocktake catalog sync”.',
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
  date: (date: string | Date): string => new Intl.DateTimeFormat('en', { dateStyle: 'medium' }).format(new Date(date)),
  day: (date: string | Date): string =>
    new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' }).format(new Date(date)),
  moment: (date: string | Date): string =>
    new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(date)),
};
