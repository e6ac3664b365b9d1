import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { texts } from '../texts.en.js';
import { decoded, location, navigate } from './router.js';
import { hasExpired, mayChange, organization, viewer } from './session.js';
import { loadQueueLength, queueLength } from './review/queue-length.js';
import { Home } from './pages/home.js';
import { SbomsPage } from './pages/sboms.js';
import { SignInAgain } from './pages/sign-in.js';
import { Later, loadAhead } from './parts/later.js';
import { Missing } from './parts/missing.js';
import { Spoken } from './parts/spoken.js';
import { ReviewPage } from './review/review-page.js';
import { resumeDecisions } from './review/store.js';
import { followDrops } from './sboms/dropped.js';

/** The pages, for whoever is signed in. */
export function App(): JSX.Element {
  const { path } = location.value;
  const orgId = organization.value?.id;
  const userId = viewer.value?.id;
  useEffect(() => {
    queueLength.value = null;
    if (!orgId) return;
    void loadQueueLength(orgId).catch(() => undefined);
    resumeDecisions(orgId, mayChange.value);
  }, [orgId, userId]);
  useEffect(() => {
    const { settings: _, ...pages } = load;
    const timer = setTimeout(() => void loadAhead(Object.values(pages) as never), loadAheadMs);
    return () => clearTimeout(timer);
  }, []);
  useEffect(followDrops, []);
  if (path === '/' || path === '/signin') return <Start />;
  return (
    <>
      {orgId ? (
        <Page key={`${orgId} ${viewer.value?.id ?? ''}`} path={path.replace(/^\/o\/[^/]+\/?/, '')} />
      ) : (
        <Missing />
      )}
      {hasExpired.value && <SignInAgain />}
      <Spoken />
    </>
  );
}

/** Not needed at once. */
const load = {
  sbom: async () => (await import('./pages/sbom.js')).SbomPage,
  vulnerabilities: async () => (await import('./vulnerabilities/vulnerabilities-page.js')).VulnerabilitiesPage,
  vulnerability: async () => (await import('./vulnerabilities/vulnerability-page.js')).VulnerabilityPage,
  decisions: async () => (await import('./review/decisions-page.js')).DecisionsPage,
  entity: async () => (await import('./entity/entity-page.js')).EntityPage,
  compare: async () => (await import('./pages/compare.js')).ComparePage,
  projects: async () => (await import('./projects/projects-page.js')).ProjectsPage,
  project: async () => (await import('./projects/project-page.js')).ProjectPage,
  settings: async () => (await import('./settings/settings.js')).Settings,
};

/** The first page has settled by then. */
const loadAheadMs = 2_000;

const sbomTabs = ['', 'dependencies', 'vulnerabilities', 'licences', 'quality', 'imports', 'sharing', 'settings'];

function Page({ path }: { path: string }): JSX.Element {
  const [place = '', id = '', tab = ''] = path.split('/');
  if (place === '') return <Home />;
  if (place === 'sboms' && id === '') return <SbomsPage />;
  if (place === 'sboms' && sbomTabs.includes(tab))
    return <Later key={id} at="sboms" load={load.sbom} {...{ id, tab }} />;
  if (place === 'review' && id === 'decisions') return <Later at="review" load={load.decisions} />;
  if (place === 'review') return <ReviewPage />;
  if (place === 'entity') return <Later key={location.value.search} at="sboms" load={load.entity} />;
  if (place === 'vulnerabilities' && id === '') return <Later at="vulnerabilities" load={load.vulnerabilities} />;
  if (place === 'vulnerabilities') {
    const name = decoded(id);
    return name === null ? <Missing /> : <Later key={id} at="vulnerabilities" load={load.vulnerability} id={name} />;
  }
  if (place === 'compare') return <Later at="sboms" load={load.compare} />;
  if (place === 'projects' && id === '') return <Later at="projects" load={load.projects} />;
  if (place === 'projects') return <Later key={id} at="projects" load={load.project} id={id} />;
  if (place === 'settings') return <Later at="settings" load={load.settings} place={id} id={tab} />;
  return <Missing />;
}

function Start(): JSX.Element {
  const [first] = viewer.value?.organizations ?? [];
  useEffect(() => {
    if (first) navigate(`/o/${first.id}`, { replace: true });
  });
  return (
    <main class="center" id="main">
      <p>{first ? '' : texts.errors.noOrganization}</p>
    </main>
  );
}
