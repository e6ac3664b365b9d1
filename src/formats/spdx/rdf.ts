import type { BomWarning } from '../../model/document.js';
import type { ByteSource, Format, ParseLimits } from '../format.js';
import { FormatError } from '../format.js';
import { readXml } from '../reading/xml.js';
import type { SpdxElement } from './document/elements.js';
import { parseElements } from './document/parsing.js';
import { RdfGraph } from './rdf/graph.js';
import { RdfElementReader } from './rdf/reader.js';

/** SPDX 2.1–2.3 as RDF/XML. Only read. */
export const spdxRdf: Format = {
  id: 'spdx-rdf',
  family: 'spdx',
  encoding: 'RDF',
  mediaType: 'application/rdf+xml',
  extension: 'spdx.rdf',
  detect: (head) => /^\s*</.test(head) && /<(?:\w+:)?RDF[\s>]/.test(head) && head.includes('http://spdx.org/rdf/terms'),
  parse: parseElements(pieces),
};

/** Elements of a batch. */
const batchSize = 500;

async function* pieces(
  source: ByteSource,
  limits: ParseLimits,
  onWarning: (warning: BomWarning) => void,
): AsyncIterable<readonly SpdxElement[]> {
  const graph = await readGraph(source, limits);
  const documents = [...graph.nodes.values()].filter(({ type }) => type === 'SpdxDocument');
  const described = documents.filter(({ properties }) => properties.has('specVersion'));
  if (described.length > 1)
    throw new FormatError('invalid', 'The file has more than one SPDX document', `line ${described[1]!.line}`);
  let batch: SpdxElement[] = [];
  for (const piece of new RdfElementReader(graph, described[0] ?? documents[0], onWarning).elementClasses()) {
    batch.push(piece);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

async function readGraph(source: ByteSource, limits: ParseLimits): Promise<RdfGraph> {
  const graph = new RdfGraph();
  for await (const items of readXml(source, limits, {})) {
    for (const { kind, value } of items) {
      if (kind === 'root') graph.begin(value);
      else if (kind === 'member') graph.add(value);
    }
  }
  return graph;
}
