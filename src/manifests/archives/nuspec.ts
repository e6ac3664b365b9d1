import type { ContentsBuilder } from '../contents-builder.js';
import { nugetComponent } from '../dotnet/nuget-component.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { childText, readXmlFile } from '../reading/xml-file.js';

/** Metadata of a NuGet package (.nupkg). In a source tree a nuspec may be a template. */
export const nuspec: ManifestKind = {
  id: 'nuspec',
  ecosystem: 'nuget',
  nature: 'locked',
  files: ['*.nuspec'],
  matches: (path) => /(?:^|!\/)[^/]+\.nuspec$/i.test(path),
  read,
};

async function read({ bytes }: ManifestFile, out: ContentsBuilder): Promise<void> {
  const metadata = (await readXmlFile(bytes)).child('metadata');
  const [name, version] = [childText(metadata, 'id'), childText(metadata, 'version')];
  if (name.includes('$') || version.includes('$')) return;
  const license = metadata?.child('license');
  const expression = license?.attribute('type') === 'expression' ? license.text.trim() : '';
  out.addComponent({ ...nugetComponent(name, { version }, 1), ...(expression !== '' && { license: expression }) });
}
