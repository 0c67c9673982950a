import { dirname, join, resolve } from 'node:path';

import { type Manifest, type NamedComponent, toManifest } from '@annotate-mcp/core';
import { pathInProject } from '@annotate-mcp/hub/integration';

import type { Project } from '../project.ts';
import type { TypeScript } from '../workspace-packages.ts';

import { findComponents, type FoundComponent } from './find-components.ts';
import { findHtml } from './find-html.ts';
import { type BuildPlugin, programPlugin } from './program.ts';

export interface LiveManifest {
  readonly plugin: BuildPlugin;
  readonly manifest: () => Manifest;
}

/** The manifest of components, and the plugin of the build that keeps it up to date. */
export function createManifest(
  project: Project,
  typescript: () => TypeScript,
  onChange: () => void,
  onError: (error: unknown) => void,
): LiveManifest {
  const registry = createComponentRegistry();
  const templates = new Map<string, readonly string[]>();
  const isWanted = (file: string) => pathInProject(project.root, file) !== null;
  const plugin = programPlugin(project.workspaceRoot, {
    isWanted,
    read: (file, code) => {
      const found = findComponents(typescript(), code);
      const entries = found.flatMap((component) => entryFor(project, file, component) ?? []);
      const urls = found.flatMap(({ templateUrl }) => templateUrl ?? []);
      templates.set(file, urls.map((url) => templateFile(project, file, url)).filter(isWanted));
      registry.set(file, [...entries, ...(found.length > 0 ? htmlIn(project, file, code) : [])]);
    },
    remove: (file) => {
      templates.delete(file);
      registry.remove(file);
    },
    templates: {
      files: () => [...templates.values()].flat(),
      read: (file, text) => registry.set(file, htmlIn(project, file, text)),
      remove: registry.remove,
    },
    onDone: () => {
      if (registry.takeChanged()) onChange();
    },
    onError,
  });
  return { plugin, manifest: registry.manifest };
}

/** Which file declares which components. */
interface ComponentRegistry {
  readonly set: (file: string, components: readonly NamedComponent[]) => void;
  readonly remove: (file: string) => void;
  readonly manifest: () => Manifest;
  /** Whether the manifest has changed since the last call. */
  readonly takeChanged: () => boolean;
}

function createComponentRegistry(): ComponentRegistry {
  const files = new Map<string, readonly NamedComponent[]>();
  let current: Manifest | null = null;
  let hasChanged = false;

  function put(file: string, components: readonly NamedComponent[]): void {
    if (JSON.stringify(files.get(file) ?? []) === JSON.stringify(components)) return;
    files.set(file, components);
    current = null;
    hasChanged = true;
  }

  return {
    set: put,
    remove(file) {
      put(file, []);
      files.delete(file);
    },
    manifest: () => (current ??= toManifest(files)),
    takeChanged() {
      const result = hasChanged;
      hasChanged = false;
      return result;
    },
  };
}

/** The entry of a file under its path, where its templates put HTML into the page. */
function htmlIn(project: Project, file: string, text: string): NamedComponent[] {
  const path = pathInProject(project.root, file);
  const html = findHtml(text);
  return path === null || Object.keys(html).length === 0 ? [] : [{ name: path, component: path, html }];
}

function entryFor(
  project: Project,
  file: string,
  { name, selector, templateUrl }: FoundComponent,
): NamedComponent | null {
  const component = pathInProject(project.root, file);
  if (component === null) return null;
  const template =
    templateUrl === undefined ? null : pathInProject(project.root, templateFile(project, file, templateUrl));
  return {
    name,
    component,
    ...(template !== null && { template }),
    ...(selector !== undefined && { selector }),
  };
}

// A URL with a leading slash is relative to the folder in which the compiler was started.
function templateFile({ workspaceRoot }: Project, file: string, templateUrl: string): string {
  return templateUrl.startsWith('/') ? join(workspaceRoot, templateUrl) : resolve(dirname(file), templateUrl);
}
