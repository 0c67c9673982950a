import type { CommandType } from '@annotate-mcp/browser-protocol';
import { AnnotateError } from '@annotate-mcp/core';

/** They change nothing, so that one whose answer was lost with the connection can be sent again. */
const repeatable: ReadonlySet<CommandType> = new Set([
  'get_accessibility_tree',
  'get_console',
  'get_cookies',
  'get_network',
  'get_request',
  'get_tabs',
  'pdf',
  'screenshot',
  'search_history',
  'wait_for',
]);

export function canBeRepeated(type: CommandType, error: unknown): boolean {
  return repeatable.has(type) && error instanceof AnnotateError && error.code === 'browser/disconnected';
}
