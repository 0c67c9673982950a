export interface Check {
  name: string;
  /** `unknown` follows from an earlier problem, which has to be fixed first. */
  status: 'ok' | 'problem' | 'unknown';
  message: string;
  /** What to do next. Each problem has it, and an `ok` that could be better. */
  fix?: string;
}

export type CheckResult = Omit<Check, 'name'>;

export const ok = (message: string, fix?: string): CheckResult => ({
  status: 'ok',
  message,
  ...(fix !== undefined && { fix }),
});

export const problem = (message: string, fix: string): CheckResult => ({ status: 'problem', message, fix });
