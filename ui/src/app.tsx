import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { texts } from '../texts.en.js';
import { location, navigate } from './router.js';
import { hasExpired, mayChange, organization, viewer } from './session.js';
import { loadQueueLength, queueLength } from './review/queue-length.js';
import { EntityPage } from './entity/entity-page.js';
import { ComparePage } from './pages/compare.js';
import { Home } from './pages/home.js';
import { SbomPage } from './pages/sbom.js';
import { SbomsPage } from './pages/sboms.js';
import { SignInAgain } from './pages/sign-in.js';
import { ProjectPage } from './projects/project-page.js';
import { ProjectsPage } from './projects/projects-page.js';
import { Later } from './parts/later.js';
import { Missing } from './parts/missing.js';
import { DecisionsPage } from './review/decisions-page.js';
import { ReviewPage } from './review/review-page.js';
import { resumeDecisions } from './review/store.js';
import { VulnerabilitiesPage } from './vulnerabilities/vulnerabilities-page.js';
import { VulnerabilityPage } from './vulnerabilities/vulnerability-page.js';

/** The pages, for whoever is signed in. */
export function App(): JSX.Element {
  const { path } = location.value;
  const orgId = organization.value?.id;
  useEffect(() => {
    queueLength.value = null;
    if (!orgId) return;
    void loadQueueLength(orgId).catch(() => undefined);
    resumeDecisions(orgId, mayChange.value);
  }, [orgId]);
  if (path === '/' || path === '/signin') return <Start />;
  return (
    <>
      {orgId ? (
        <Page key={`${orgId} ${viewer.value?.id ?? ''}`} path={path.replace(/^\/o\/[^/]+\/?/, '')} />
      ) : (
        <Missing />
      )}
      {hasExpired.value && <SignInAgain />}
    </>
  );
}

/** Few need them, and then not at once. */
const loadSettings = async () => (await import('./settings/settings.js')).Settings;

const sbomTabs = ['', 'dependencies', 'vulnerabilities', 'licences', 'quality', 'imports', 'sharing', 'settings'];

function Page({ path }: { path: string }): JSX.Element {
  const [place = '', id = '', tab = ''] = path.split('/');
  if (place === '') return <Home />;
  if (place === 'sboms' && id === '') return <SbomsPage />;
  if (place === 'sboms' && sbomTabs.includes(tab)) return <SbomPage key={id} id={id} tab={tab} />;
  if (place === 'review' && id === 'decisions') return <DecisionsPage />;
  if (place === 'review') return <ReviewPage />;
  if (place === 'entity') return <EntityPage key={location.value.search} />;
  if (place === 'vulnerabilities' && id === '') return <VulnerabilitiesPage />;
  if (place === 'vulnerabilities') return <VulnerabilityPage key={id} id={decodeURIComponent(id)} />;
  if (place === 'compare') return <ComparePage />;
  if (place === 'projects' && id === '') return <ProjectsPage />;
  if (place === 'projects') return <ProjectPage key={id} id={id} />;
  if (place === 'settings') return <Later load={loadSettings} place={id} id={tab} />;
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
