/** Reads what each route answers from the controllers (docs/adr/0006-api-description.md). */
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../preparation/run.mjs';
import { ErrorStatuses } from './error-statuses.mjs';
import { SchemaWriter } from './schema-writer.mjs';

/**
 * @returns {{ answers: Map<string, { ok: object, accepted: object, errors: number[] }>, schemas: Record<string, object> }}
 * by `Controller_method` the JSON schemas of the answers 200 and 202 (null: no JSON) and the statuses of the errors that
 * it can throw; and the named schemas they refer to
 */
export function answerSchemas() {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.build.json'), ts.sys.readFile);
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const program = ts.createProgram(fileNames, { ...options, noEmit: true, incremental: false });
  const checker = program.getTypeChecker();
  const writer = new SchemaWriter(checker);
  const statuses = new ErrorStatuses(checker);
  const answers = new Map();
  for (const file of program.getSourceFiles())
    if (file.fileName.endsWith('.controller.ts'))
      for (const declaration of file.statements.filter(ts.isClassDeclaration))
        for (const method of declaration.members.filter(ts.isMethodDeclaration)) {
          if (!ts.getDecorators(method)?.length) continue;
          const key = `${declaration.name.text}_${method.name.getText()}`;
          const [ok, accepted] = answerTypes(checker, method).map((type) => writer.write(type));
          answers.set(key, { ok, accepted: accepted ?? ok, errors: statuses.of(method) });
        }
  const { schemas, resolve } = writer.named();
  for (const [key, { ok, accepted, errors }] of answers)
    answers.set(key, { ok: ok && resolve(ok), accepted: accepted && resolve(accepted), errors });
  return { answers, schemas };
}

/** The type of the answer, or those that `Streamed` names. */
function answerTypes(checker, method) {
  const [promised = method.type] = method.type?.typeArguments ?? [];
  if (promised?.typeName?.getText() === 'Streamed')
    return promised.typeArguments.map((argument) => checker.getTypeFromTypeNode(argument));
  return [checker.getAwaitedType(checker.getSignatureFromDeclaration(method).getReturnType())];
}
