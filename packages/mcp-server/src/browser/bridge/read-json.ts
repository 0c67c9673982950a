import type { RawData } from 'ws';

/** The value of a text message; `undefined` if it is not JSON. */
export function readJson(data: RawData, isBinary: boolean): unknown {
  if (isBinary || !Buffer.isBuffer(data)) return undefined;
  try {
    return JSON.parse(data.toString());
  } catch {
    return undefined;
  }
}
