/** Checks the CSAF documents of a JSON list on standard input against the official schema and the mandatory tests. */
import * as mandatory from '@secvisogram/csaf-validator-lib/mandatoryTests.js';
import { csaf_2_0_strict } from '@secvisogram/csaf-validator-lib/schemaTests.js';
import validate from '@secvisogram/csaf-validator-lib/validate.js';
import { text } from 'node:stream/consumers';

const tests = [csaf_2_0_strict, ...Object.values(mandatory)];
const outcomes = [];
for (const document of JSON.parse(await text(process.stdin))) {
  const { isValid, tests: run } = await validate(tests, document);
  outcomes.push({
    isValid,
    run: run.length,
    errors: run.flatMap(({ name, errors }) => errors.map((error) => ({ test: name, ...error }))),
  });
}
process.stdout.write(JSON.stringify(outcomes));
