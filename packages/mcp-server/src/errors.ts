import type { ZodError } from 'zod';

import { AnnotateError } from '@annotate-mcp/core';

export interface Refusal {
  /** What happened and what to do next, in one text: some clients show nothing else. */
  error: string;
  code: string;
}

/** A call that was carried out in part: the refusal also says what was done before it. */
export class PartlyDone extends Error {
  readonly refusal: Refusal;
  readonly done: Readonly<Record<string, unknown>>;

  constructor(refusal: Refusal, done: Readonly<Record<string, unknown>>, cause?: unknown) {
    super(refusal.error, { cause });
    this.refusal = refusal;
    this.done = done;
  }

  static at(step: string, cause: unknown, done: Readonly<Record<string, unknown>>): PartlyDone {
    const { error, code } = inWords(cause);
    const rest = 'Those before it were carried out, those after it were not.';
    return new PartlyDone({ error: `${step} failed: ${error} ${rest}`, code }, done, cause);
  }
}

/** Nothing of our inside reaches a client: no stack, no path of ours. */
export function inWords(error: unknown): Refusal {
  if (error instanceof PartlyDone) return { ...error.refusal, ...error.done };
  if (error instanceof AnnotateError) return { error: `${error.message} ${error.hint}`, code: error.code };
  const reason = error instanceof Error ? error.message : String(error);
  return {
    error: `annotate-mcp failed: ${reason}. Try again; if it stays so, run "npx annotate-mcp doctor".`,
    code: 'internal',
  };
}

/** Says of each argument what is wrong with it, never what it was: that may be long. */
export function badArguments(tool: string, { issues }: ZodError): Refusal {
  const told = issues
    .slice(0, mostTold)
    .map(({ path, message }) => `${path.join('.') || 'arguments'}: ${message}`);
  const rest = issues.length > mostTold ? `; and ${issues.length - mostTold} more` : '';
  return {
    error: `${tool} does not take these arguments: ${told.join('; ')}${rest}. Correct them as its input schema says and call it again.`,
    code: 'arguments/invalid',
  };
}

const mostTold = 5;

export function notFound(what: string, id: string, hint: string): AnnotateError {
  return new AnnotateError('annotation/not-found', `There is no ${what} ${id}.`, { hint });
}
