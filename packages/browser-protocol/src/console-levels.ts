/** Apart from the schemas, so that it can be imported without zod. */
export const consoleLevels = ['error', 'warning', 'info', 'log', 'debug'] as const;

export type ConsoleLevel = (typeof consoleLevels)[number];
