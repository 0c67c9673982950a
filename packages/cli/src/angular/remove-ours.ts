/** What ng add did to an Angular workspace, taken back. Reads only. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { isRecord } from '@annotate-mcp/core';

import { parseJsonc, setJsonc } from '../agents/jsonc.ts';

import { angularPackage, hasProvider, projectsServedByUs } from './workspace-file.ts';

/** angular.json with Angular's own dev server in the place of ours. */
export function withoutOurBuilder(text: string): string {
  const parsed = parseJsonc(text);
  const projects = 'value' in parsed ? recordIn(parsed.value, 'projects') : {};
  return Object.entries(projects).reduce((edited, [name, project]) => {
    const key = isRecord(project) && 'targets' in project ? 'targets' : 'architect';
    const targets = recordIn(project, key);
    const own = Object.entries(targets).filter(
      ([, target]) => isRecord(target) && target.builder === `${angularPackage}:dev-server`,
    );
    return own.reduce((inner, [target]) => restored(inner, ['projects', name, key, target], targets), edited);
  }, text);
}

/** The files that import the provider, of the projects that our builder serves. */
export function filesWithProvider(folder: string): string[] {
  return projectsServedByUs(folder)
    .filter((project) => hasProvider(project))
    .flatMap(({ sources }) =>
      readdirSync(sources, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
        .map(({ parentPath, name }) => join(parentPath, name))
        .filter((file) => readFileSync(file, 'utf8').includes(angularPackage)),
    );
}

/** Our option `annotate` goes too: Angular's dev server refuses what it does not know. */
function restored(text: string, path: readonly string[], targets: Record<string, unknown>): string {
  const own = recordIn(targets, path.at(-1) ?? '');
  const older = '@angular-devkit/build-angular';
  const usesOlder = Object.values(targets).some(
    (target) => isRecord(target) && String(target.builder).startsWith(`${older}:`),
  );
  const builder = `${usesOlder ? older : '@angular/build'}:dev-server`;
  const places = [
    ['options'],
    ...Object.keys(recordIn(own, 'configurations')).map((name) => ['configurations', name]),
  ].filter((place) => 'annotate' in place.reduce<Record<string, unknown>>(recordIn, own));
  const edits: [readonly string[], unknown][] = [
    [[...path, 'builder'], builder],
    ...places.map((place): [readonly string[], unknown] => [[...path, ...place, 'annotate'], undefined]),
  ];
  return edits.reduce((edited, [at, value]) => setJsonc(edited, at, value) ?? edited, text);
}

function recordIn(value: unknown, key: string): Record<string, unknown> {
  const found = isRecord(value) ? value[key] : undefined;
  return isRecord(found) ? found : {};
}
