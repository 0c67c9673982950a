import type { ConfigEnv } from 'vite';

/** Only a dev server that a person looks at: no build, no preview, no test run. */
export function isActive({ command, mode, isPreview }: ConfigEnv): boolean {
  return command === 'serve' && isPreview !== true && mode !== 'test' && process.env.VITEST === undefined;
}
