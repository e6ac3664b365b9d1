import { FormatError } from '../../formats/format.js';
import { listOf, objectOf, ownMember, textOf } from '../../model/json.js';
import type { ContentsBuilder } from '../contents-builder.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { helmChart } from './helm-chart.js';
import { baseName, folderOf, joinPath } from '../paths.js';
import { readYamlFile, type YamlFile } from '../reading/yaml-file.js';

/** Chart.lock (helm.sh, "Helm Dependency"): the charts that a chart depends on. */
export const chartLock: ManifestKind = {
  id: 'helm-lock',
  ecosystem: 'helm',
  nature: 'locked',
  files: ['Chart.lock'],
  matches: (path) => baseName(path) === 'Chart.lock',
  read: async (file, out) => {
    const yaml = await readYamlFile(file.bytes);
    if (ownMember(yaml.root, 'digest') === undefined)
      throw new FormatError('invalid', 'This is no Chart.lock: it has no "digest"');
    addCharts(yaml, { file, out, project: out.addProject(folderOf(file.path)) });
  },
};

/** Chart.yaml: the requests for other charts, which may be ranges. */
export const chart: ManifestKind = {
  id: 'helm',
  ecosystem: 'helm',
  nature: 'declared',
  files: ['Chart.yaml'],
  coveredBy: ['helm-lock'],
  matches: (path) => baseName(path) === 'Chart.yaml',
  read: async (file, out) => {
    const yaml = await readYamlFile(file.bytes);
    const [name, version] = [textOf(ownMember(yaml.root, 'name')), textOf(ownMember(yaml.root, 'version'))];
    addCharts(yaml, { file, out, project: out.addProject(folderOf(file.path), name, version) });
  },
};

interface Place {
  readonly file: ManifestFile;
  readonly out: ContentsBuilder;
  readonly project: string;
}

function addCharts(yaml: YamlFile, { file, out, project }: Place): void {
  let line = 0;
  for (const value of listOf(ownMember(yaml.root, 'dependencies'))) {
    const entry = objectOf(value);
    const name = textOf(ownMember(entry, 'name'));
    const repository = textOf(ownMember(entry, 'repository'));
    const requested = textOf(ownMember(entry, 'version'));
    line = yaml.lineOfValue(name, line);
    if (repository.startsWith('file:')) {
      const path = joinPath(folderOf(file.path), repository.slice('file:'.length).replace(/^\/\//, '')) ?? repository;
      out.addDependency(project, out.addProject(path, name));
      continue;
    }
    out.addDependency(project, out.addComponent(helmChart({ name, version: requested, repository, line })));
  }
}
