/** For what goes on while the server of a store is away. */
import { AnnotateError } from '@annotate-mcp/core';

export function isAway(error: unknown): boolean {
  return error instanceof AnnotateError && error.code === 'store/away';
}

/** For what is read again when the store is back, since its feed begins with a resync then. */
export async function unlessAway<T>(reading: Promise<T>, fallback: T): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (isAway(error)) return fallback;
    throw error;
  }
}
