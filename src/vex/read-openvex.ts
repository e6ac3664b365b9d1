import type { Json, JsonObject } from '../model/document.js';
import { type FieldErrors, invalid } from '../model/errors.js';
import { listOf, objectOf, optionalText, textOf, textsOf } from '../model/json.js';
import {
  justificationText,
  maxSourceLength,
  StatementSize,
  storableNames,
  withRef,
  type ProductStatement,
  type VexProduct,
} from './product-statement.js';
import { byTime, statementTime } from './statement-time.js';
import { vexLabelOf, vexResponseOf, vexStatusOf, type VexResponse } from './vex-words.js';

/**
 * Parses an OpenVEX document (github.com/openvex/spec, v0.2.0; also v0.0, where vulnerability and products are plain
 * texts). Statements are sorted by time, because a later one overrides an earlier one.
 *
 * @throws {CallerError} 400 with every invalid field, 413 for more than can be taken at once
 */
export function parseOpenVex(document: JsonObject): ProductStatement[] {
  if (!/^https:\/\/openvex\.dev\/ns(?:\/|$)/.test(textOf(document['@context'])))
    throw invalid('The file is not an OpenVEX document', { '@context': 'must start with https://openvex.dev/ns' });
  const fields: FieldErrors = {};
  const entries = listOf(document.statements).map(objectOf);
  if (entries.length === 0) fields.statements = 'must contain at least one statement';
  const source = [optionalText(document.author), optionalText(document['@id'])].filter(Boolean).join(', ').slice(0, maxSourceLength); // prettier-ignore
  const size = new StatementSize();
  const read = entries.flatMap((statement, index) => {
    const names = storableNames(namesOf(statement.vulnerability));
    const status = vexStatusOf(textOf(statement.status));
    const products = productsOf(statement, size);
    if (names.length === 0) fields[`statements[${index}].vulnerability`] = 'must have a name';
    if (!status) fields[`statements[${index}].status`] = 'must be one of not_affected, affected, fixed, under_investigation'; // prettier-ignore
    if (products.length === 0) fields[`statements[${index}].products`] = 'must name at least one product';
    const times = [statement.last_updated, statement.timestamp, document.last_updated, document.timestamp].map(
      optionalText,
    );
    if (!status) return [];
    const label = vexLabelOf(textOf(statement.justification));
    const { response, action } = actionOf(textOf(statement.action_statement));
    const justification = justificationOf(statement, action, source);
    return [{ names, status, label, response, justification, products, time: firstTime(times) }];
  });
  if (Object.keys(fields).length > 0) throw invalid('The OpenVEX document is invalid', fields);
  return read.sort(byTime).map(({ time: _sorted, ...statement }) => statement);
}

/** Name and aliases; without a name the end of the IRI ("https://nvd.nist.gov/vuln/detail/CVE-2024-1"). */
function namesOf(vulnerability: Json | undefined): string[] {
  const plain = optionalText(vulnerability);
  if (plain !== undefined) return [plain];
  const { name, aliases, '@id': iri } = objectOf(vulnerability);
  const last = /[^/#:]*$/.exec(textOf(iri).slice(-255))![0];
  return [...new Set([optionalText(name) || last, ...textsOf(aliases)])];
}

/** Before v0.2 the subcomponents were beside the products. */
function productsOf({ products, subcomponents }: JsonObject, size: StatementSize): VexProduct[] {
  const besides = valuesOf(subcomponents).map(partOf);
  return valuesOf(products).map((one) => {
    const product = { identifiers: identifiersOf(one), subcomponents: besides };
    size.addProduct(product);
    const own = valuesOf(objectOf(one).subcomponents).map(partOf);
    return own.length === 0 ? product : { ...product, subcomponents: [...own, ...besides] };
  });
}

/** In JSON-LD one value is the same as a list of it; without this, what is said of a part would be of the whole. */
const valuesOf = (value: Json | undefined): readonly Json[] => [value ?? []].flat();

const partOf = (named: Json): string[] => identifiersOf(named).flatMap(withRef);

function identifiersOf(named: Json): string[] {
  const plain = optionalText(named);
  if (plain !== undefined) return [plain];
  const { '@id': iri, identifiers } = objectOf(named);
  const texts = [optionalText(iri), ...Object.values(objectOf(identifiers)).map(optionalText)];
  return [...new Set(texts)].filter((text) => text !== undefined && text !== '') as string[];
}

/** OpenVEX has no field for a response: our export writes its word before the text. */
function actionOf(statement: string): { response: VexResponse | null; action: string } {
  const [, word = '', text = ''] = /^([a-z_]+)(?:: (.*))?$/s.exec(statement) ?? [];
  const response = vexResponseOf(word);
  return { response, action: response === null ? statement : text };
}

function justificationOf(statement: JsonObject, action: string, source: string): string {
  const { justification, impact_statement, status_notes } = statement;
  const words = [justification, impact_statement, action, status_notes].map(optionalText);
  return justificationText(words, `OpenVEX${source === '' ? '' : ` of ${source}`}`);
}

const firstTime = (texts: readonly (string | undefined)[]): number =>
  texts.map((text) => statementTime(text ?? '')).find(Number.isFinite) ?? statementTime('');
