import type { SourceLocation } from '@annotate-mcp/core';

import { read, readString } from './foreign.ts';
import type { InspectContext } from './inspector.ts';

/** What the JSX compiler of React up to 18 and of Preact passes along with each tag. */
export function fromDebugSource(source: unknown, context: InspectContext): SourceLocation | null {
  const file = context.toProjectPath(readString(source, 'fileName') ?? '');
  const line = read(source, 'lineNumber');
  const column = read(source, 'columnNumber');
  if (file === null || typeof line !== 'number' || line < 1) return null;
  return { file, line, column: typeof column === 'number' && column > 0 ? column : 1 };
}
