/** JSON with comments in a tree, edited in place by the CLI's `JSONFile`, which keeps them. */
import { SchematicsException, type Tree } from '@angular-devkit/schematics';
import { JSONFile } from '@schematics/angular/utility/json-file';

/** `shown` is what a person knows the file by. Refuses what is not a JSON object. */
export function openJson(tree: Tree, path: string, shown: string): JSONFile {
  const file = read(tree, path, shown);
  if (!isRecord(file.get([]))) throw refusal(shown, 'is not a JSON object');
  return file;
}

/** The object at `path`, empty where there is none yet. */
export function recordAt(file: JSONFile, path: readonly string[], shown: string): Record<string, unknown> {
  const value = file.get([...path]) ?? {};
  if (isRecord(value)) return value;
  throw refusal(shown, `has a "${path.join('.')}" that is not an object`);
}

function read(tree: Tree, path: string, shown: string): JSONFile {
  try {
    const file = new JSONFile(tree, path);
    file.get([]);
    return file;
  } catch (cause) {
    throw refusal(shown, `is not valid JSON (${reason(cause, tree.read(path)?.toString() ?? '')})`);
  }
}

/** `JSONFile` names an offset, people look for lines. */
function reason(cause: unknown, text: string): string {
  const message = cause instanceof Error ? cause.message : String(cause);
  const [, problem, offset] = /(\w+) at location: (\d+)/.exec(message) ?? [];
  if (problem === undefined) return message;
  return `line ${text.slice(0, Number(offset)).split('\n').length}: ${problem}`;
}

function refusal(shown: string, why: string): SchematicsException {
  return new SchematicsException(`${shown} ${why}; nothing was changed. Fix it and run this command again.`);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
