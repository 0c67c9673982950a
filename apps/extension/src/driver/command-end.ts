/** How a command ends that is not done: the debugger is detached, or the command is cancelled. */

/** A promise that rejects when the debugger is detached. */
export function createDetachSignal(): PromiseWithResolvers<never> {
  const detached = Promise.withResolvers<never>();
  // Only a running command handles the rejection.
  detached.promise.catch(() => undefined);
  return detached;
}

export function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('The command was cancelled.')), {
      once: true,
    });
  });
}
