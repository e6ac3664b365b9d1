/** Reads what each route answers from the return types of the controllers (docs/adr/0006-api-description.md). */
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../preparation/run.mjs';
import { SchemaWriter } from './schema-writer.mjs';

/**
 * @returns {{ answers: Map<string, object>, schemas: Record<string, object> }} the JSON schema of each answer by
 * `Controller_method` (null for a route that writes its answer itself), and the named schemas they refer to
 */
export function answerSchemas() {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.build.json'), ts.sys.readFile);
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const program = ts.createProgram(fileNames, { ...options, noEmit: true, incremental: false });
  const checker = program.getTypeChecker();
  const writer = new SchemaWriter(checker);
  const answers = new Map();
  for (const file of program.getSourceFiles())
    if (file.fileName.endsWith('.controller.ts'))
      for (const declaration of file.statements.filter(ts.isClassDeclaration))
        for (const method of declaration.members.filter(ts.isMethodDeclaration)) {
          if (!ts.getDecorators(method)?.length) continue;
          const key = `${declaration.name.text}_${method.name.getText()}`;
          const signature = checker.getSignatureFromDeclaration(method);
          answers.set(key, writer.write(checker.getAwaitedType(signature.getReturnType())));
        }
  const { schemas, resolve } = writer.named();
  for (const [key, answer] of answers) answers.set(key, answer && resolve(answer));
  return { answers, schemas };
}
