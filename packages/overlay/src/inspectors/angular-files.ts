/** Which files a component is in. */
import type { Manifest, ManifestEntry } from '@annotate-mcp/core';

import { classFileOf } from './angular-definition.ts';
import type { Host } from './angular-hosts.ts';
import { guarded } from './foreign.ts';
import type { InspectContext } from './inspector.ts';

/** The class file that the compiler names, and the template of the manifest, unless that is of another class of that name. */
export function filesOf({ instance, summary }: Host, context: InspectContext): Partial<ManifestEntry> {
  const { name, selector } = summary;
  const named = namedIn(context.manifest, name);
  const told = guarded(() => classFileOf(instance), null);
  if (told === null) return named.find((entry) => hasSelector(entry, selector)) ?? {};
  const component = context.toProjectPath(told);
  if (component === null) return {};
  const here = named.filter((entry) => entry.component === component);
  return here.find((entry) => hasSelector(entry, selector)) ?? here[0] ?? { component };
}

/** A second class of the same name has the key `Name#selector`. */
function namedIn(manifest: Manifest, name: string): ManifestEntry[] {
  return Object.keys(manifest).flatMap((key) => {
    const entry = key === name || key.startsWith(`${name}#`) ? manifest[key] : undefined;
    return entry === undefined ? [] : [entry];
  });
}

/** The manifest has the selector as it was written: `li[appRow], tr[appRow]`. */
function hasSelector({ selector }: ManifestEntry, asked: string): boolean {
  if (selector === undefined) return asked === 'ng-component';
  return selector.split(',').some((each) => tidy(each) === tidy(asked));
}

function tidy(selector: string): string {
  return selector
    .replace(/:not\([^)]*\)/g, '')
    .replace(/["'\s]/g, '')
    .toLowerCase();
}
