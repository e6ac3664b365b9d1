/** One side of a comparison: an SBOM as it is now, or as one of its imports left it. */
export interface ComparedEntries {
  readonly sbomId: string;
  /** Null: as it is now. */
  readonly importId: string | null;
}

/** Of the entry `c`: what it was identified as, without its version. The same name in another registry is another package. */
export const identityColumn = `coalesce(split_part(split_part(c.selected_purl, '?', 1), '@', 1)
    || coalesce('?' || substring(c.selected_purl from '[?&](repository_url=[^&#]*)'), ''),
  substring(c.selected_cpe from '^(?:(?:[^:\\\\\\\\]|\\\\\\\\.)*:){5}'), c.selected_repo, c.disposition, '')`;

/** Texts of a list of licences, whatever the file calls them. */
const licenseTexts = (licenses: string): string => `coalesce((
  SELECT string_agg(DISTINCT x.name, ', ' ORDER BY x.name)
  FROM jsonb_path_query(${licenses}, '$[*]') AS l,
    LATERAL (SELECT left(coalesce(l ->> 'expression', l ->> 'id', l ->> 'name', ''), 300) AS name) AS x), '')`;

/** The same of a document's component. */
export const licenseColumn = (source: string): string => licenseTexts(`${source} -> 'licenses'`);

/** Of a row of `entriesOf`. It takes a while: compare `licenses` first. */
export const licenseOf = (entry: string): string => `coalesce(${entry}.license, ${licenseTexts(`${entry}.licenses`)})`;

type Side = 'from' | 'to';

const importedAt = (side: Side): string => `(SELECT visible_at FROM sbom_imports WHERE id = $${side}Import)`;

const present = (side: Side): string => `SELECT c.id, c.name, c.org, c.version, ${identityColumn} AS identity,
    NULL::text AS license, c.source -> 'licenses' AS licenses, c.position, c.package_undecided,
    s.component_id AS scored, s.entity_id
  FROM components c LEFT JOIN component_scores s ON s.component_id = c.id
  WHERE c.sbom_id = $${side}::uuid AND c.deleted_at IS NULL`;

/**
 * Entries of the file that existed then, with the values that a later import replaced. An entry that an import removed
 * has no score any more; the entity that it was is kept.
 */
const former = (side: Side): string => `SELECT c.id, coalesce(f.name, c.name) AS name, coalesce(f.org, c.org) AS org,
    coalesce(f.version, c.version) AS version, coalesce(f.identity, ${identityColumn}) AS identity,
    f.license, c.source -> 'licenses' AS licenses, c.position, c.package_undecided,
    coalesce(f.component_id, s.component_id) AS scored,
    CASE WHEN f.component_id IS NULL THEN s.entity_id ELSE f.entity_id END AS entity_id
  FROM components c LEFT JOIN component_scores s ON s.component_id = c.id
    LEFT JOIN LATERAL (
      SELECT * FROM former_entries f WHERE f.component_id = c.id AND f.until > ${importedAt(side)}
      ORDER BY f.until LIMIT 1) f ON true
  WHERE c.sbom_id = $${side}::uuid AND c.source_key IS NOT NULL AND c.created_at <= ${importedAt(side)}
    AND (c.deleted_at IS NULL OR c.deleted_at > ${importedAt(side)})`;

/** SQL of the entries of a side. `license` is null where `licenses` says it. */
export const entriesOf = (side: Side, { importId }: ComparedEntries): string => (importId ? former : present)(side);

/** Values of the parameters of `entriesOf`; a statement may name only those that it has. */
export const sideParameters = (side: Side, { sbomId, importId }: ComparedEntries): Record<string, string> => ({
  [side]: sbomId,
  ...(importId && { [`${side}Import`]: importId }),
});
