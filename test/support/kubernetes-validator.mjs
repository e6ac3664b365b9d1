/**
 * Reads Kubernetes objects as a JSON array from standard input, and writes what is wrong with each, by the schemas of
 * their API versions, as a JSON array of texts. A program of its own, because the package is for `import` alone.
 */
import { text } from 'node:stream/consumers';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { Service } from 'kubernetes-models/v1/Service';

const models = {
  'apps/v1 Deployment': Deployment,
  'autoscaling/v2 HorizontalPodAutoscaler': HorizontalPodAutoscaler,
  'batch/v1 Job': Job,
  'networking.k8s.io/v1 Ingress': Ingress,
  'networking.k8s.io/v1 NetworkPolicy': NetworkPolicy,
  'policy/v1 PodDisruptionBudget': PodDisruptionBudget,
  'v1 Service': Service,
};

const faults = [];
for (const object of JSON.parse(await text(process.stdin))) {
  const Model = models[`${object.apiVersion} ${object.kind}`];
  try {
    if (!Model) throw new Error(`${object.apiVersion} is no version of it that is known here`);
    new Model(object).validate();
  } catch (error) {
    faults.push(`${object.kind} ${object.metadata?.name}: ${error.message}`);
  }
}
process.stdout.write(JSON.stringify(faults));
