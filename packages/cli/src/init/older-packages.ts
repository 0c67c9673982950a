/** The packages of review-loop and ng-annotate, whose work annotate-mcp does. */
import { manifestOf } from '../apps/manifest.ts';
import { packageManagerOf, removeCommand } from '../apps/package-manager.ts';

import type { Project } from './project.ts';

const isOlder = (name: string) => /^(review-loop|astro-inline-review|@ng-annotate\/.+)$/.test(name);

/** Asks the person to remove them: two overlays on one page would both answer the same keys. */
export function remarkOnOlderPackages({ root, folder, apps }: Project): string[] {
  const folders = [...new Set([folder, root, ...apps.map((app) => app.folder)])];
  return folders.flatMap((each) => {
    const names = [...(manifestOf(each)?.dependencies ?? [])].filter(isOlder);
    if (names.length === 0) return [];
    const command = removeCommand(packageManagerOf(each, root) ?? 'npm', names).join(' ');
    return [
      `annotate-mcp does the work of ${names.join(' and ')}. Take what uses it out of your configuration, then run: ${command}`,
    ];
  });
}
