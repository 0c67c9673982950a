import type { ConfigEnv } from 'vite';

/** True for a dev server; false for a build, a preview and a test run. */
export function isActive({ command, mode, isPreview }: ConfigEnv): boolean {
  return command === 'serve' && isPreview !== true && mode !== 'test' && process.env.VITEST === undefined;
}
