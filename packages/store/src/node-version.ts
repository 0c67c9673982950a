import { isOlderVersion } from '@annotate-mcp/core/version';

/** The first Node whose SQLite needs no flag. */
const oldest = '22.13';

/** A sentence about a Node that is too old; `null` for the others. Every Node can load this module. */
export function describeOldNode(version: string): string | null {
  if (!isOlderVersion(version, oldest)) return null;
  return `annotate-mcp needs Node ${oldest} or newer; this is Node ${version}.`;
}
