import { readFile } from 'node:fs/promises';

export interface PreparedModules<Result> {
  /** What `transform` makes of the module. */
  readonly resultOf: (code: string, file: string, transform: () => Promise<Result>) => Promise<Result>;
  /** To be called when a file has changed. */
  readonly fileChanged: (file: string) => void;
}

/**
 * Transforms a module when its file has changed, while the page is told about it and asks for the module: by then it is
 * ready. What was prepared counts only for the very text that it was made of, so it can never be outdated.
 */
export function createPreparedModules<Result>(
  prepare: (code: string, file: string) => Promise<Result>,
): PreparedModules<Result> {
  const used = new Set<string>();
  const prepared = new Map<string, { readonly code: string; readonly result: Promise<Result> }>();
  return {
    resultOf: (code, file, transform) => {
      used.add(file);
      const ready = prepared.get(file);
      // Given once, because a bundler changes the map that it gets.
      prepared.delete(file);
      return ready?.code === code ? ready.result : transform();
    },
    fileChanged: (file) => {
      prepared.delete(file);
      if (!used.has(file)) return;
      readFile(file, 'utf8')
        .then(async (code) => {
          const result = prepare(code, file);
          prepared.set(file, { code, result });
          await result;
        })
        // The module is then transformed when it is asked for, which reports what is wrong.
        .catch(() => prepared.delete(file));
    },
  };
}
