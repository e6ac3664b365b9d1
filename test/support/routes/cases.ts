import { organizationCases } from './organization-cases.js';
import { pipelineCases } from './pipeline-cases.js';
import { projectCases } from './project-cases.js';
import { reviewCases } from './review-cases.js';
import type { RouteCases } from './route-case.js';
import { sbomCases } from './sbom-cases.js';
import { tagCases } from './tag-cases.js';

/** How every route is asked, by its name in `describedRoutes`. A new route needs a line here, or the tests are red. */
export const routeCases: RouteCases = {
  ...sbomCases,
  ...pipelineCases,
  ...projectCases,
  ...tagCases,
  ...organizationCases,
  ...reviewCases,
};
