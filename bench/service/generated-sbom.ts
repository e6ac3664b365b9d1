/** A CycloneDX 1.6 document of `count` components as package scanners write them, with edges; the same every time. */
export function generatedSbom(count: number): string {
  const components = Array.from({ length: count }, (_, index) => component(index));
  const dependencies = Array.from({ length: count }, (_, index) => ({
    ref: `ref-${index}`,
    dependsOn: [index * 2 + 1, index * 2 + 2].filter((each) => each < count).map((each) => `ref-${each}`),
  }));
  return JSON.stringify({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name: 'generated', 'bom-ref': 'root' } },
    components,
    dependencies,
  });
}

function component(index: number): object {
  const name = `package-${index.toString(36)}`;
  const version = `${index % 7}.${index % 31}.${index % 113}`;
  return {
    type: 'library',
    'bom-ref': `ref-${index}`,
    name,
    version,
    purl: `pkg:npm/${name}@${version}`,
    licenses: [{ license: { id: index % 3 === 0 ? 'Apache-2.0' : 'MIT' } }],
    hashes: [{ alg: 'SHA-256', content: index.toString(16).padStart(64, '0') }],
    externalReferences: [{ type: 'vcs', url: `https://github.com/owner-${index % 997}/${name}` }],
    properties: [{ name: 'syft:location:0:path', value: `/app/node_modules/${name}/package.json` }],
  };
}
