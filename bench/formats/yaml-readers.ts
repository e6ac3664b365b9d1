import { isDeepStrictEqual } from 'node:util';
import { dump, load } from 'js-yaml';
import { cyclonedxYamlKinds } from '../../src/formats/cyclonedx/yaml-kinds.js';
import { defaultLimits, type ParseLimits } from '../../src/formats/format.js';
import { formatById } from '../../src/formats/index.js';
import { textSource } from '../../src/formats/reading/bytes.js';
import { readBlockStyle } from '../../src/formats/reading/yaml-block-style.js';
import { YamlBuilder } from '../../src/formats/reading/yaml-builder.js';
import { YamlSplitter } from '../../src/formats/reading/yaml-splitter.js';
import { readWithJsYaml, readYaml } from '../../src/formats/reading/yaml.js';
import type { Json, JsonObject } from '../../src/model/document.js';
import { defineMember, listOf, objectOf, ownMember } from '../../src/model/json.js';
import { generatedBom, written } from './seeds.js';

const lists = { components: {}, packages: {} };
const formatIds = ['cyclonedx-yaml', 'spdx-yaml'];

/** Documents as this service writes them, and as js-yaml does: with plain scalars and folded lines. */
export async function yamlDocuments(components: number): Promise<string[]> {
  const bom = await generatedBom(components);
  const own = await Promise.all(formatIds.map(async (id) => (await written(formatById(id)!, bom)).toString()));
  return [...own, ...own.map((text) => dump(load(text), { lineWidth: 60 }))];
}

/**
 * Compares `readYaml`, which reads parts and most of them in block style, and the reader of block style itself with
 * js-yaml: what they accept, js-yaml must accept with the same value.
 *
 * @throws FormatError where `readYaml` refuses the text; Error where the values differ
 */
export async function compareYamlReaders(text: string, limits: ParseLimits): Promise<void> {
  const blockStyle = newBuilder(limits);
  if (readBlockStyle(text, blockStyle) && !isDeepStrictEqual(blockStyle.value, valueOf(text, limits)))
    throw new Error('js-yaml reads another value than the reader of block style');
  const document: JsonObject = {};
  const options = { rules: lists, kinds: cyclonedxYamlKinds, onWarning: () => undefined };
  for await (const items of readYaml(textSource(text), limits, options))
    for (const { kind, name, value } of items) {
      if (kind === 'element') defineMember(document, name, [...listOf(ownMember(document, name)), value]);
      else defineMember(document, name, value);
    }
  const expected = objectOf(valueOf(text, limits));
  for (const name of Object.keys(lists))
    if (listOf(expected[name]).length === 0 && document[name] === undefined) delete expected[name];
  if (!isDeepStrictEqual(document, expected)) throw new Error('js-yaml reads another value than readYaml');
}

function valueOf(text: string, limits: ParseLimits): Json | undefined {
  const builder = newBuilder(limits);
  try {
    readWithJsYaml(text, builder, 1, limits.maxDepth);
  } catch (error) {
    throw new Error('js-yaml refuses what is accepted here', { cause: error });
  }
  return builder.value;
}

function newBuilder(limits: ParseLimits): YamlBuilder {
  const builder = new YamlBuilder(limits, cyclonedxYamlKinds);
  builder.begin('');
  return builder;
}

const rounds = 5;

/** Prints the time for all parts of a document with the reader of block style and without it, the fastest of a few rounds. */
export async function timeYamlReaders(components: number): Promise<void> {
  for (const [index, text] of (await yamlDocuments(components)).entries()) {
    const parts = partsOf(text);
    let [both, jsYaml] = [Infinity, Infinity];
    for (let round = 0; round < rounds; round += 1) {
      both = Math.min(both, timeOf(parts, readWithBoth));
      jsYaml = Math.min(jsYaml, timeOf(parts, readWithJsYamlOnly));
    }
    const name = `${formatIds[index % formatIds.length]} ${index < formatIds.length ? '' : 'of js-yaml'}`;
    const ratio = (jsYaml / both).toFixed(2);
    console.log(`${name.padEnd(26)} ${both.toFixed(0)} ms, js-yaml alone ${jsYaml.toFixed(0)} ms: ${ratio} x`);
  }
}

/** The parts in which `readYaml` reads a document: each item of a list, and each block of members. */
function partsOf(text: string): string[] {
  const splitter = new YamlSplitter(defaultLimits, (name) => Object.hasOwn(lists, name));
  return [...splitter.push(text), ...splitter.end()].flatMap((chunk) =>
    chunk.kind === 'items'
      ? chunk.items.map(({ offset }, index) => chunk.text.slice(offset, chunk.items[index + 1]?.offset))
      : [chunk.text],
  );
}

function timeOf(parts: readonly string[], read: (text: string, builder: YamlBuilder) => void): number {
  const builder = newBuilder(defaultLimits);
  const start = performance.now();
  for (const part of parts) {
    builder.begin('components');
    read(part, builder);
  }
  return performance.now() - start;
}

function readWithBoth(text: string, builder: YamlBuilder): void {
  if (readBlockStyle(text, builder)) return;
  builder.begin('components');
  readWithJsYamlOnly(text, builder);
}

const readWithJsYamlOnly = (text: string, builder: YamlBuilder): void =>
  readWithJsYaml(text, builder, 1, defaultLimits.maxDepth);
