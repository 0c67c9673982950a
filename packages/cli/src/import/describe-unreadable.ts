/** Describes why a file cannot be imported. Pure. */
import { parse, type ParseError, printParseErrorCode } from 'jsonc-parser';

import { withoutMark } from '../agents/jsonc.ts';

import { storeVersion } from './read-import.ts';

/** `message` follows the name of the file. */
export function describeUnreadable(text: string): { message: string; hint: string } {
  const source = withoutMark(text);
  if (source.trim() === '') return { message: 'is empty', hint: forms };
  const errors: ParseError[] = [];
  const value: unknown = parse(source, errors, { disallowComments: true });
  const [first] = errors;
  if (first !== undefined)
    return { message: `is not valid JSON (${describeParseError(first, source)})`, hint: forms };
  const version = versionOf(value);
  if (version <= storeVersion) {
    return { message: 'has no annotations in a format that import knows', hint: forms };
  }
  return {
    message: `was written by a newer annotate-mcp (format ${version}); nothing was imported`,
    hint: 'Update annotate-mcp here, or export again with the version that you have.',
  };
}

const forms =
  'import reads a JSON store of annotate-mcp, what export wrote as json or jsonl, the inline-review.json of review-loop or astro-inline-review, and the .ng-annotate/store.json of ng-annotate.';

/** The parser has names such as `CloseBraceExpected`. */
function describeParseError({ error, offset }: ParseError, text: string): string {
  const line = text.slice(0, offset).split('\n').length;
  const words = printParseErrorCode(error).replace(/(?!^)[A-Z]/g, (letter) => ` ${letter}`);
  return `line ${line}: ${words.toLowerCase()}`;
}

function versionOf(value: unknown): number {
  const isVersioned = typeof value === 'object' && value !== null && 'version' in value;
  return isVersioned && typeof value.version === 'number' ? value.version : 0;
}
