/** For code that goes on while the server of a store cannot be reached. */
import { AnnotateError } from '@annotate-mcp/core';

export function isAway(error: unknown): boolean {
  return error instanceof AnnotateError && error.code === 'store/away';
}

/** Returns `fallback` while the server is away. For callers that read again when it is back: its feed begins with a resync then. */
export async function unlessAway<T>(reading: Promise<T>, fallback: T): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (isAway(error)) return fallback;
    throw error;
  }
}
