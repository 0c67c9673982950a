/** angular.json of an app: which of its projects are served by our builder, and have our provider. Writes nothing. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parseJsonc } from '../agents/jsonc.ts';
import { CliError } from '../errors.ts';

export const angularPackage = '@annotate-mcp/angular';

export interface AngularProject {
  name: string;
  /** The folder of its code. */
  sources: string;
}

/** The path of angular.json, whether it exists or not. */
export function workspaceFileOf(folder: string): string {
  return join(folder, 'angular.json');
}

/** Those that have a dev server. None where the file cannot be read. */
export function projectsIn(folder: string): AngularProject[] {
  try {
    return projectsWith(folder, (builder) => builder.endsWith(':dev-server'));
  } catch (error) {
    // `ng add` refuses the file and says why.
    if (error instanceof CliError) return [];
    throw error;
  }
}

/** Those that our builder serves. */
export function projectsServedByUs(folder: string): AngularProject[] {
  return projectsWith(folder, (builder) => builder === `${angularPackage}:dev-server`);
}

function projectsWith(folder: string, isWanted: (builder: string) => boolean): AngularProject[] {
  const { projects } = readWorkspaceFile(workspaceFileOf(folder));
  return Object.entries(asRecord(projects)).flatMap(([name, value]) => {
    const { root, sourceRoot, architect, targets } = asRecord(value);
    const builders = Object.values(asRecord(architect ?? targets)).map((target) => asRecord(target).builder);
    if (!builders.some((builder) => typeof builder === 'string' && isWanted(builder))) return [];
    const sources =
      typeof sourceRoot === 'string' ? sourceRoot : join(typeof root === 'string' ? root : '', 'src');
    return [{ name, sources: join(folder, sources) }];
  });
}

/** Whether a file of the project imports what mounts the overlay; where it is used is not checked. */
export function hasProvider({ sources }: AngularProject): boolean {
  if (!existsSync(sources)) return false;
  return readdirSync(sources, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .some(({ parentPath, name }) => mounts.test(readFileSync(join(parentPath, name), 'utf8')));
}

const mounts = new RegExp(
  `^import\\s*{[^}]*\\b(?:provideNgAnnotate|NgAnnotateModule)\\b[^}]*}\\s*from\\s*['"]${angularPackage}['"]`,
  'm',
);

function readWorkspaceFile(file: string): Record<string, unknown> {
  if (!existsSync(file)) return {};
  const parsed = parseJsonc(readFileSync(file, 'utf8'));
  if ('value' in parsed) return asRecord(parsed.value);
  throw new CliError('config/unreadable', `${file} is not valid JSON (${parsed.problem}).`, {
    hint: 'Fix it and run this command again.',
  });
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
