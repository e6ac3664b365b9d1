import type { BomDependency, JsonObject } from '../../model/document.js';
import type { SerializeOptions } from '../format.js';
import { isObject } from '../../model/json.js';

/** Kinds of edges that `dependencies` holds. */
export const dependencyKinds: ReadonlySet<string> = new Set(['depends-on', 'provides']);

const textPrefix = 'Relationship: ';

/**
 * An edge that is no dependency ("CONTAINS", "GENERATED_FROM") as an annotation, for CycloneDX has no such relationships.
 * The first subject is the start of the edge.
 */
export const annotationFromEdge = (
  { from, to, kind }: BomDependency,
  { tool, timestamp }: SerializeOptions,
): JsonObject => ({
  subjects: [from, ...to],
  annotator: { component: { type: 'application', name: tool.name } },
  timestamp,
  text: textPrefix + kind,
});

/** The edge of such an annotation; undefined for any other. */
export function edgeFromAnnotation({ subjects, annotator, text, ...others }: JsonObject): BomDependency | undefined {
  const kind = typeof text === 'string' && text.startsWith(textPrefix) ? text.slice(textPrefix.length) : '';
  if (!/^[A-Za-z][\w-]{0,60}$/.test(kind) || !isObject(annotator) || annotator.component === undefined)
    return undefined;
  if (!Array.isArray(subjects) || 'bom-ref' in others) return undefined;
  const [from, ...to] = subjects.filter((subject) => typeof subject === 'string');
  return from === undefined || to.length === 0 ? undefined : { from, to, kind };
}
