import { requiredText } from '../schema-drift.js';
import { recordsOfPage } from '../json-pages.js';
import type { RemoteSource } from '../source.js';
import { listedPackage } from './listed-package.js';

/** The names of all projects of PyPI (packaging.python.org, simple repository API); the index has no versions. */
export const pypiIndex: RemoteSource = {
  name: 'pypi-index',
  address: 'https://pypi.org/simple/',
  accept: 'application/vnd.pypi.simple.v1+json',
  maxBytes: 512 * 1024 * 1024,
  isIndex: true,
  read: (file, onBytes) =>
    recordsOfPage(
      { name: 'the index', file, list: 'projects', members: {} },
      (project) => listedPackage({ type: 'pypi', name: requiredText(project, 'name') }),
      onBytes,
    ),
};
