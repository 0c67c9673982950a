/** Why a listener could not be opened, and what to do about it. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
  /** `listen/port-taken`, `listen/port-forbidden`, `listen/no-such-address` or `listen/failed`. */
  readonly code: string;
  readonly hint: string;

  constructor(host: string, port: number, cause: NodeJS.ErrnoException) {
    const { code, message, hint } = explain(host, port, cause);
    super(message, { cause });
    this.code = code;
    this.hint = hint;
  }
}

function explain(host: string, port: number, cause: NodeJS.ErrnoException) {
  switch (cause.code) {
    case 'EADDRINUSE':
      return {
        code: 'listen/port-taken',
        message: `Port ${port} on ${host} is taken by another program.`,
        hint: 'It may be this server, still running. Stop that program yourself, or choose another port.',
      };
    case 'EACCES':
      return {
        code: 'listen/port-forbidden',
        message: `The system does not let this user listen on port ${port} of ${host}.`,
        hint: 'Choose a port above 1023.',
      };
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return {
        code: 'listen/no-such-address',
        message: `${host} is not an address of this machine.`,
        hint: 'Use 127.0.0.1, or 0.0.0.0 with the network option.',
      };
    default:
      return {
        code: 'listen/failed',
        message: `Listening on port ${port} of ${host} failed: ${cause.message}.`,
        hint: 'Choose another port or address.',
      };
  }
}
