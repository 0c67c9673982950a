import type { BrowserFault, FaultCode } from '@annotate-mcp/browser-protocol';

/** Why a command could not be done, written for an agent. */
export class CommandError extends Error {
  readonly code: FaultCode;
  readonly hint: string;

  constructor(code: FaultCode, message: string, hint: string) {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}

export function toBrowserFault(error: unknown): BrowserFault {
  if (error instanceof CommandError) return { code: error.code, message: error.message, hint: error.hint };
  const message = error instanceof Error ? error.message : String(error);
  return {
    code: 'browser/failed',
    message: `The browser could not do it: ${message}`,
    hint: 'Try again; if it fails again, look at the tab with browser_get_tabs.',
  };
}
