import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectRoot } from '../../src/platform/project-root.js';

const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');
const records = readdirSync(join(projectRoot, 'docs/adr'));
const pages = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md'],
  ...readdirSync(join(projectRoot, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => `docs/${path}`),
];
const manifest = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

describe('architecture decision records', () => {
  it('have numbers of their own, without gaps', () => {
    const numbers = records.map((name) => Number(/^(\d{4})-[a-z0-9-]+\.md$/.exec(name)?.[1]));
    expect(numbers).toEqual(records.map((_, index) => index + 1));
  });

  it.each(records)('%s has a title, a status, the four sections, and at most a page', (name) => {
    const text = read(`docs/adr/${name}`);
    const [title, blank, status] = text.split('\n');
    expect(title).toMatch(new RegExp(`^# ${Number(name.slice(0, 4))}\\. \\S`));
    expect(blank).toBe('');
    expect(status).toMatch(/^Status: (proposed|accepted|superseded by ADR \d+) \(\d{4}-\d{2}-\d{2}\)$/);
    const sections = [...text.matchAll(/^## (.+)$/gm)].map(([, section]) => section);
    expect(sections).toEqual(['Context', 'Decision', 'Consequences', 'Alternatives']);
    expect(text.split(/\s+/).length).toBeLessThanOrEqual(600);
  });
});

describe.each(pages)('%s', (page) => {
  const text = read(page);

  it('names only commands that exist', () => {
    const scripts = [...text.matchAll(/\bnpm run (?:--silent )?([\w:-]+)/g)].map(([, script]) => script!);
    expect(scripts.filter((script) => !(script in manifest.scripts))).toEqual([]);
  });

  it('links only to files that exist', () => {
    const targets = [...text.matchAll(/\]\((?!https?:)([^)#\s]+)/g)].map(([, target]) => target!);
    expect(targets.filter((target) => !existsSync(join(projectRoot, dirname(page), target)))).toEqual([]);
  });

  it('names only source files and folders that exist', () => {
    const paths = [...text.matchAll(/`((?:src|test|scripts|migrations|bench|docs|samples)\/[\w./-]*\w\/?)`/g)];
    expect(paths.map(([, path]) => path!).filter((path) => !existsSync(join(projectRoot, path)))).toEqual([]);
  });
});

describe('README.md', () => {
  const { paths } = JSON.parse(read('openapi.json')) as { paths: Record<string, Record<string, unknown>> };

  it('names only routes that exist, with their methods', () => {
    const named = [...read('README.md').matchAll(/\b(GET|POST|PUT|DELETE) (v1\/[\w/]+)/g)];
    expect(named.length).toBeGreaterThan(15);
    const missing = named.filter(([, method, route]) => !paths[`/${route}`]?.[method!.toLowerCase()]);
    expect(missing.map(([call]) => call)).toEqual([]);
  });

  it('names only operations that exist', () => {
    const operations = new Set(Object.keys(paths).map((path) => path.slice(path.lastIndexOf('/') + 1)));
    const named = [...read('README.md').matchAll(/`((?:get|create|update|delete|test|import|set)[A-Z]\w+)`/g)];
    expect(named.map(([, name]) => name!).filter((name) => !operations.has(name))).toEqual([]);
  });
});

describe('CONTRIBUTING.md', () => {
  it('explains every script of package.json that a developer runs', () => {
    const known = [read('CONTRIBUTING.md'), read('README.md')].join('\n');
    const unexplained = Object.keys(manifest.scripts).filter(
      (script) => !new RegExp(`npm (?:run )?${script}\\b(?!:)`).test(known),
    );
    expect(unexplained).toEqual([]);
  });
});
