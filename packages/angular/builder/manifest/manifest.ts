import { dirname, join, resolve } from 'node:path';

import type { Manifest, NamedComponent } from '@annotate-mcp/core';
import { pathInProject } from '@annotate-mcp/hub/integration';

import type { Project } from '../project.ts';
import type { TypeScript } from '../workspace-packages.ts';

import { findComponents, type FoundComponent } from './find-components.ts';
import { type BuildPlugin, programPlugin } from './program.ts';
import { createRegistry } from './registry.ts';

export interface ManifestParts {
  readonly plugin: BuildPlugin;
  readonly manifest: () => Manifest;
}

/** Which component is in which file, kept by a plugin of the build. */
export function createManifest(
  project: Project,
  typescript: () => TypeScript,
  changed: () => void,
  onError: (error: unknown) => void,
): ManifestParts {
  const registry = createRegistry();
  const plugin = programPlugin(project.workspaceRoot, {
    wants: (file) => pathInProject(project.root, file) !== null,
    read: (file, code) => {
      const found = findComponents(typescript(), code);
      registry.set(
        file,
        found.flatMap((component) => entryFor(project, file, component) ?? []),
      );
    },
    remove: registry.remove,
    done: () => {
      if (registry.takeNews()) changed();
    },
    onError,
  });
  return { plugin, manifest: registry.manifest };
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

// One that begins with a slash is counted from the folder that the compiler was started in.
function templateFile({ workspaceRoot }: Project, file: string, templateUrl: string): string {
  return templateUrl.startsWith('/') ? join(workspaceRoot, templateUrl) : resolve(dirname(file), templateUrl);
}
