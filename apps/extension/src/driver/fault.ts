import type { BrowserFault, FaultCode } from '@annotate-mcp/browser-protocol';

/** Why a command could not be carried out, in words for an agent. */
export class Faulty extends Error {
  readonly code: FaultCode;
  readonly hint: string;

  constructor(code: FaultCode, message: string, hint: string) {
    super(message);
    this.code = code;
    this.hint = hint;
  }

  get fault(): BrowserFault {
    return { code: this.code, message: this.message, hint: this.hint };
  }
}

export function faultOf(error: unknown): BrowserFault {
  if (error instanceof Faulty) return error.fault;
  const message = error instanceof Error ? error.message : String(error);
  return {
    code: 'browser/failed',
    message: `The browser could not do it: ${message}`,
    hint: 'Try again; if it stays so, look at the tab with browser_get_tabs.',
  };
}
