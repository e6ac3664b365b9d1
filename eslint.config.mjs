import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', 'data/', 'coverage/', 'ui/src/generated/'] },
  ...tseslint.configs.recommended,
  {
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'ObjectExpression > SpreadElement > ObjectExpression',
          message: 'Write the properties into the object itself: spreading a literal into another says nothing.',
        },
      ],
    },
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { arguments: false } }],
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/only-throw-error': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-empty-object-type': 'off',
      eqeqeq: 'error',
      'max-params': ['error', 4],
    },
  },
  {
    files: ['src/**/*.ts', 'migrations/**/*.ts', 'ui/**/*.ts', 'ui/**/*.tsx'],
    ignores: ['src/cli/**'],
    rules: { 'no-console': 'error' },
  },
  {
    files: ['src/**/*.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        ...['any', 'timeout'].map((property) => ({
          object: 'AbortSignal',
          property,
          message: 'Node 20 collects its sources while it waits: use startDeadline or follow of platform/process.',
        })),
      ],
    },
  },
  {
    // Nest injects collaborators and parts of a request by name, so their order need not be remembered.
    files: ['src/**/*.service.ts', 'src/**/*.handler.ts', 'src/**/*.controller.ts'],
    rules: { 'max-params': ['error', 6] },
  },
  { files: ['**/*.cjs'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
  {
    // Tests read API answers field by field; the types of answers are what they test.
    files: ['test/**/*.ts', 'bench/**/*.ts'],
    rules: { '@typescript-eslint/no-explicit-any': 'off' },
  },
);
