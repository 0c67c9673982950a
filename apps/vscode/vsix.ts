/** The layout of a .vsix: a zip with the extension in `extension/`, and two files that say what it is. */
import { strToU8, zipSync, type Zippable } from 'fflate';

import type { manifestFor } from './manifest.ts';

type Manifest = ReturnType<typeof manifestFor>;

/** The same bytes from the same files. `files` are those of the extension, by their paths in it. */
export function vsixOf(manifest: Manifest, files: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const contents = new Map<string, Uint8Array>([
    ['[Content_Types].xml', strToU8(contentTypes([...files.keys()]))],
    ['extension.vsixmanifest', strToU8(packageManifest(manifest))],
    ...[...files].map(([path, bytes]): [string, Uint8Array] => [`extension/${path}`, bytes]),
  ]);
  const entries: Zippable = {};
  for (const path of [...contents.keys()].sort()) entries[path] = contents.get(path) ?? new Uint8Array();
  // A zip has local times and begins in 1980.
  return zipSync(entries, { level: 9, mtime: new Date(1980, 0, 1) });
}

const types: Readonly<Record<string, string>> = {
  '.cjs': 'application/javascript',
  '.json': 'application/json',
  '.md': 'text/markdown',
  '.mjs': 'application/javascript',
  '.png': 'image/png',
  '.txt': 'text/plain',
  '.vsixmanifest': 'text/xml',
};

function contentTypes(paths: readonly string[]): string {
  const unknown = paths.find((path) => types[endingOf(path)] === undefined);
  if (unknown !== undefined) throw new Error(`vsix.ts does not know of which type ${unknown} is.`);
  const defaults = Object.entries(types).map(
    ([ending, type]) => `<Default Extension="${ending}" ContentType="${type}"/>`,
  );
  return `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${defaults.join('')}</Types>\n`;
}

function endingOf(path: string): string {
  return /\.\w+$/.exec(path)?.[0] ?? '';
}

const xml = '<?xml version="1.0" encoding="utf-8"?>\n';
const schema = 'http://schemas.microsoft.com/developer/vsx-schema/2011';

function packageManifest(manifest: Manifest): string {
  const { name, version, publisher, displayName, description, keywords, categories, engines } = manifest;
  return `${xml}<PackageManifest Version="2.0.0" xmlns="${schema}" xmlns:d="http://schemas.microsoft.com/developer/vsx-schema-design/2011">
  <Metadata>
    <Identity Language="en-US" Id="${escaped(name)}" Version="${escaped(version)}" Publisher="${escaped(publisher)}"/>
    <DisplayName>${escaped(displayName)}</DisplayName>
    <Description xml:space="preserve">${escaped(description)}</Description>
    <Tags>${escaped(keywords.join(','))}</Tags>
    <Categories>${escaped(categories.join(','))}</Categories>
    <GalleryFlags>Public</GalleryFlags>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="${escaped(engines.vscode)}"/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionDependencies" Value=""/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionPack" Value=""/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="${escaped(manifest.extensionKind.join(','))}"/>
      <Property Id="Microsoft.VisualStudio.Code.LocalizedLanguages" Value=""/>
      <Property Id="Microsoft.VisualStudio.Services.Links.Source" Value="${escaped(manifest.repository.url)}"/>
      <Property Id="Microsoft.VisualStudio.Services.Links.Support" Value="${escaped(manifest.bugs.url)}"/>
      <Property Id="Microsoft.VisualStudio.Services.Links.Learn" Value="${escaped(manifest.homepage)}"/>
      <Property Id="Microsoft.VisualStudio.Services.GitHubFlavoredMarkdown" Value="true"/>
    </Properties>
    <License>extension/LICENSE.txt</License>
    <Icon>extension/${escaped(manifest.icon)}</Icon>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/readme.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Icons.Default" Path="extension/${escaped(manifest.icon)}" Addressable="true"/>
  </Assets>
</PackageManifest>
`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
