/** Stands in the place of a secret, on every surface. */
export const redacted = '[redacted]';
