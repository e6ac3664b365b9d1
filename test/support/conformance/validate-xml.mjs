/**
 * Validates XML documents against XSDs: `node validate-xml.mjs` reads `[{ xsd, xml }]` (a path, a document) from
 * standard input and writes `[null | "what is wrong"]`. A separate process, because libxml2-wasm is an ES module with a
 * top-level await, which tests compiled to CommonJS cannot load.
 */
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs';

xmlRegisterFsInputProviders();
const validators = new Map();

function validatorOf(path) {
  if (!validators.has(path)) {
    const schema = XmlDocument.fromString(readFileSync(path, 'utf8'), { url: path });
    validators.set(path, XsdValidator.fromDoc(schema));
  }
  return validators.get(path);
}

const results = JSON.parse(await text(process.stdin)).map(({ xsd, xml }) => {
  let document;
  try {
    document = XmlDocument.fromString(xml);
    validatorOf(xsd).validate(document);
    return null;
  } catch (error) {
    return [error.message, ...(error.details ?? []).slice(0, 3).map(({ message, line }) => `${line}: ${message}`)].join(
      '; ',
    );
  } finally {
    document?.dispose();
  }
});
process.stdout.write(JSON.stringify(results));
