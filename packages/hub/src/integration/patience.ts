const steps = 10;

/**
 * Rejects when the promise does not settle. The time is measured in steps, because a process that was busy or asleep for
 * long has given the promise no time.
 */
export async function withPatience<Value>(
  promise: PromiseLike<Value>,
  patienceMs: number,
  tooLateError: (patienceMs: number) => Error,
): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    let left = steps;
    const step = (): void => {
      if (left === 0) reject(tooLateError(patienceMs));
      else timer = setTimeout(step, patienceMs / steps);
      left -= 1;
    };
    step();
  });
  try {
    return await Promise.race([promise, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}
