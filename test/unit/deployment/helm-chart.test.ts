import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { roleNames, Configuration } from '../../../src/platform/configuration/configuration.js';
import { settings } from '../../../src/platform/configuration/settings.js';
import { jobEnds } from '../../../src/platform/metrics/service-metrics.js';
import { projectRoot } from '../../../src/platform/project-root.js';
import { renderChart } from '../../support/helm-chart.js';

const folder = join(projectRoot, 'deploy/helm/stocktake');
const everything = {
  autoscaling: { enabled: true },
  ingress: { enabled: true },
  existingClaim: 'files',
  backupsClaim: 'backups',
  image: { repository: 'registry.example/stocktake', digest: `sha256:${'a'.repeat(64)}` },
};

function faultsOf(objects: readonly object[]): string[] {
  const program = join(projectRoot, 'test/support/kubernetes-validator.mjs');
  const { stdout, stderr } = spawnSync(process.execPath, [program], {
    input: JSON.stringify(objects),
    encoding: 'utf8',
  });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as string[];
}

describe('the Helm chart', () => {
  const byDefault = renderChart(folder);
  const whole = renderChart(folder, everything, 'other');
  const kinds = (objects: readonly Record<string, any>[]): string[] =>
    objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort();
  const podsOf = (objects: readonly Record<string, any>[]): Record<string, any>[] =>
    objects.filter(({ kind }) => kind === 'Deployment' || kind === 'Job').map(({ spec }) => spec.template.spec);

  it('makes what the roles need, and with everything switched on the rest', () => {
    const always = (name: string): string[] => [
      ...roleNames.flatMap((role) => [`Deployment ${name}-${role}`, `PodDisruptionBudget ${name}-${role}`]),
      ...[`Job ${name}-migrate`, `Service ${name}`, `NetworkPolicy ${name}`, `NetworkPolicy ${name}-api`],
    ];
    expect(kinds(byDefault)).toEqual(always('stocktake').sort());
    const more = ['HorizontalPodAutoscaler other-worker', 'Ingress other'];
    expect(kinds(whole)).toEqual([...always('other'), ...more].sort());
  });

  it('is what the schemas of Kubernetes take', () => {
    expect(faultsOf([...byDefault, ...whole])).toEqual([]);
    const broken = structuredClone(byDefault.find(({ kind }) => kind === 'Deployment')!);
    broken.spec.replicas = 'two';
    expect(faultsOf([broken])).toEqual([expect.stringContaining('spec/replicas must be integer')]);
  });

  it('gives containers no right that they do not need, and a bound of memory', () => {
    for (const pod of [...podsOf(byDefault), ...podsOf(whole)]) {
      expect(pod.automountServiceAccountToken).toBe(false);
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
      for (const { securityContext, resources } of pod.containers) {
        expect(securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        expect(resources.limits.memory).toMatch(/^\d+Gi$/);
      }
    }
  });

  it('uses settings that there are, with values that the service takes, and secrets by reference alone', () => {
    for (const pod of [...podsOf(byDefault), ...podsOf(whole)])
      for (const { env, envFrom } of pod.containers) {
        const given = Object.fromEntries(env.map(({ name, value }: { name: string; value: string }) => [name, value]));
        expect(Object.keys(given).filter((name) => !(name in settings))).toEqual([]);
        expect(() => new Configuration(given)).not.toThrow();
        expect(envFrom).toEqual([{ secretRef: { name: 'stocktake-settings' } }]);
      }
    expect(readFileSync(join(folder, 'values.yaml'), 'utf8')).not.toMatch(/password:|PASSWORD: /);
  });

  it('waits for longer than a process takes to stop, and asks the health routes', () => {
    for (const { spec } of byDefault.filter(({ kind }) => kind === 'Deployment')) {
      const pod = spec.template.spec;
      const [container] = pod.containers;
      const before = Number(container.lifecycle.preStop.exec.command[1]);
      expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(before + Number(settings.STOP_TIMEOUT_S.default));
      expect(container.readinessProbe.httpGet).toEqual({ path: '/health/ready', port: 'http' });
      for (const probe of ['startupProbe', 'livenessProbe'])
        expect(container[probe].httpGet).toEqual({ path: '/health/live', port: 'http' });
      expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels);
    }
  });

  it('lets only the monitoring at /metrics, and only the ingress at the API', () => {
    const policies = byDefault.filter(({ kind }) => kind === 'NetworkPolicy').map(({ spec }) => spec);
    const ways = policies.flatMap(({ ingress }) =>
      ingress.map(({ from, ports }: any) => [
        from[0].namespaceSelector.matchLabels['kubernetes.io/metadata.name'],
        ports.map(({ port }: any) => port),
      ]),
    );
    expect(ways.sort()).toEqual([
      ['ingress-nginx', [3000]],
      ['monitoring', [9464]],
    ]);
    expect(policies[0]!.policyTypes).toEqual(['Ingress', 'Egress']);
  });

  it('keeps backups where README says, if a claim is given', () => {
    const line = readFileSync(join(projectRoot, 'README.md'), 'utf8').match(/kubectl exec .* backup (\/\w+)\//)!;
    for (const { containers, volumes } of podsOf(whole)) {
      const { name } = containers[0].volumeMounts.find((one: Record<string, any>) => one.mountPath === line[1]);
      const volume = volumes.find((one: Record<string, any>) => one.name === name);
      expect(volume).toEqual({ name, persistentVolumeClaim: { claimName: 'backups' } });
    }
  });

  it('takes the image by digest where one is given, and leaves the number of workers to their scaler', () => {
    const [image] = podsOf(whole).map(({ containers }) => containers[0].image);
    expect(image).toBe(`registry.example/stocktake@sha256:${'a'.repeat(64)}`);
    const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { version: string };
    expect(podsOf(byDefault)[0]!.containers[0].image).toBe(`stocktake:${version}`);
    const worker = whole.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'other-worker')!;
    expect(worker.spec.replicas).toBeUndefined();
  });
});

describe('what is shipped for monitoring', () => {
  const read = (file: string): string => readFileSync(join(projectRoot, 'deploy/monitoring', file), 'utf8');

  it('alert rules say for how long, how bad, and what it means', () => {
    const { groups } = load(read('alerts.yaml')) as { groups: { rules: Record<string, any>[] }[] };
    const rules = groups.flatMap((group) => group.rules);
    expect(rules.length).toBeGreaterThan(5);
    for (const { alert, expr, labels, annotations, ...rest } of rules) {
      expect([alert, rest.for]).toEqual([alert, expect.stringMatching(/^\d+m$/)]);
      expect(expr).toMatch(/stocktake|nodejs_/);
      expect(['warning', 'critical']).toContain(labels.severity);
      expect(annotations.summary).toBeTruthy();
    }
  });

  it('alert rules look for ends of jobs, and for a name of the service, that there are', () => {
    const rules = read('alerts.yaml');
    const ends = [...rules.matchAll(/end="(\w+)"/g)].map(([, end]) => end);
    expect(ends.length).toBeGreaterThan(0);
    expect(ends.filter((end) => !(jobEnds as readonly string[]).includes(end!))).toEqual([]);
    const rendered = renderChart(folder, { metrics: { podMonitor: true } });
    const { jobLabel } = rendered.find(({ kind }) => kind === 'PodMonitor')!.spec;
    const pods = rendered.filter(({ kind }) => kind === 'Deployment').map(({ spec }) => spec.template.metadata.labels);
    expect(pods.length).toBeGreaterThan(0);
    for (const labels of pods) expect(rules).toContain(`absent(up{job="${labels[jobLabel]}"})`);
  });

  it('the dashboard has panels that do not lie over each other', () => {
    const { panels } = JSON.parse(read('dashboard.json')) as { panels: Record<string, any>[] };
    const places = panels.map(({ gridPos }) => `${gridPos.x},${gridPos.y}`);
    expect(new Set(places).size).toBe(panels.length);
    for (const { targets } of panels) expect(targets.length).toBeGreaterThan(0);
  });
});
