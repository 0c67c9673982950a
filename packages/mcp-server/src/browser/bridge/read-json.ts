import type { RawData } from 'ws';

import { parseJson } from '@annotate-mcp/core';

/** The value of a text message; `undefined` if it is not JSON. */
export function readJson(data: RawData, isBinary: boolean): unknown {
  if (isBinary || !Buffer.isBuffer(data)) return undefined;
  try {
    return parseJson(data.toString());
  } catch {
    return undefined;
  }
}
