import { createRequire } from 'node:module';
import { basename, join } from 'node:path';

import { isOlderVersion } from '@annotate-mcp/core/version';

export interface TypedModule {
  readonly code: string;
  /** Absolute path. */
  readonly file: string;
  /** The module as it is written, for the map. */
  readonly written: string;
}

/** The part of the app's own TypeScript that is used. */
interface TypeScript {
  readonly JsxEmit: { readonly Preserve: number };
  readonly ScriptTarget: { readonly ESNext: number };
  readonly ModuleKind: { readonly ESNext: number };
  transpileModule(
    code: string,
    options: { fileName: string; compilerOptions: Record<string, number | boolean> },
  ): { readonly outputText: string; readonly sourceMapText?: string };
}

/** The module of the app's own TypeScript; `null` for an app without one, and for version 7, which cannot be called. */
export function findTypeScript(appRoot: string): string | null {
  const require = createRequire(join(appRoot, 'package.json'));
  try {
    const { version } = require('typescript/package.json') as { version: string };
    return isOlderVersion(version, '7') ? require.resolve('typescript') : null;
  } catch {
    return null;
  }
}

/** Removes the types of a module and keeps its JSX. `typescript` is the path that `findTypeScript` returned. */
export function removeTypes({ code, file, written }: TypedModule, typescript: string) {
  const compiler = createRequire(typescript)(typescript) as TypeScript;
  const { outputText, sourceMapText = '{}' } = compiler.transpileModule(code, {
    fileName: file,
    compilerOptions: {
      jsx: compiler.JsxEmit.Preserve,
      target: compiler.ScriptTarget.ESNext,
      module: compiler.ModuleKind.ESNext,
      sourceMap: true,
    },
  });
  // Attributes add no lines, so the lines of the marked module are those of the written one.
  const map = JSON.parse(sourceMapText) as object;
  return {
    code: outputText.replace(/^\/\/# sourceMappingURL=.*\s*$/m, ''),
    map: { ...map, sources: [basename(file)], sourcesContent: [written] },
  };
}
