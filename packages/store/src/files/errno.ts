/** Whether a thrown value is a system error with this code, such as `ENOENT`. */
export function hasCode(error: unknown, ...codes: string[]): error is NodeJS.ErrnoException {
  return (
    error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code)
  );
}
