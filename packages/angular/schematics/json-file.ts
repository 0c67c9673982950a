/** Opens JSON files of a tree with the CLI's `JSONFile`, which keeps comments. */
import { SchematicsException, type Tree } from '@angular-devkit/schematics';
import { JSONFile } from '@schematics/angular/utility/json-file';

import { isRecord } from '@annotate-mcp/core';

/** `shown` is the path for error messages. Throws when the file is not a JSON object. */
export function openJson(tree: Tree, path: string, shown: string): JSONFile {
  const file = read(tree, path, shown);
  if (!isRecord(file.get([]))) throw invalidFileError(shown, 'is not a JSON object');
  return file;
}

/** The object at `path`; empty where there is none. */
export function recordAt(file: JSONFile, path: readonly string[], shown: string): Record<string, unknown> {
  const value = file.get([...path]) ?? {};
  if (isRecord(value)) return value;
  throw invalidFileError(shown, `has a "${path.join('.')}" that is not an object`);
}

function read(tree: Tree, path: string, shown: string): JSONFile {
  try {
    const file = new JSONFile(tree, path);
    file.get([]);
    return file;
  } catch (cause) {
    throw invalidFileError(
      shown,
      `is not valid JSON (${describeParseError(cause, tree.read(path)?.toString() ?? '')})`,
    );
  }
}

/** `JSONFile` gives an offset; the message has the line. */
function describeParseError(cause: unknown, text: string): string {
  const message = cause instanceof Error ? cause.message : String(cause);
  const [, problem, offset] = /(\w+) at location: (\d+)/.exec(message) ?? [];
  if (problem === undefined) return message;
  return `line ${text.slice(0, Number(offset)).split('\n').length}: ${problem}`;
}

function invalidFileError(shown: string, why: string): SchematicsException {
  return new SchematicsException(`${shown} ${why}; nothing was changed. Fix it, then run "ng add" again.`);
}
