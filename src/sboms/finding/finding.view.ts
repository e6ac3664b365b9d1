/** An entry that matches the search, and its SBOM. */
export interface FoundComponent {
  id: string;

  sbom_id: string;
  sbom_name: string;
  sbom_version: string;
  org_id: string;
  team_id: string;

  /** The project that the SBOM belongs to; null for others. */
  project_id: string | null;

  name: string;
  org: string;
  version: string;
  status: string;

  /** The selected package; null if there is none. */
  purl: string | null;

  /** The selected product; null if there is none. */
  cpe: string | null;

  /** The selected repository; null if there is none. */
  repo_url: string | null;

  svc_id: string;
}
