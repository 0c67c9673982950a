import type { Refusal } from './refusal.ts';

export function tooLarge(limit: number): Refusal {
  if (limit === 0) {
    return {
      status: 413,
      code: 'body/not-taken',
      message: 'This address takes no request body.',
      hint: 'Send the request without a body.',
    };
  }
  return {
    status: 413,
    code: 'body/too-large',
    message: `The request body is larger than the ${limit} bytes this address takes.`,
    hint: 'Shorten what is sent, or split it into several requests.',
  };
}
