/**
 * Changes the compiled code of the MCP SDK for a faster start. Each patch is for one place of one release, which is why
 * package.json names the SDK exactly: docs/internals/build-and-release.md says what to do at an update.
 */
import { join } from 'node:path';

import { parseSync, type Plugin } from 'vite';

import { createSchemasWhenRead } from './schemas-when-read.ts';

/** Returns the code as it was where there is nothing for it. */
export type Patch = (code: string) => string;

/** By what they do, in their order. */
export const sdkPatches: Readonly<Record<string, Patch>> = {
  'create schemas when they are read': createSchemasWhenRead,
  'make the registry a value': withPureRegistry,
};

/**
 * A build ends with an error unless each patch has changed exactly one module of the SDK, and its choice of a validator
 * was replaced: one that no longer finds its place would only cost time, and no test would see it.
 */
export function patchSdk(patches: Readonly<Record<string, Patch>> = sdkPatches): Plugin {
  // By the name of the patch. Kept for later builds of a watcher, which does not transform a module again.
  const changed = new Map(Object.keys(patches).map((name) => [name, new Set<string>()]));
  let isValidatorReplaced = false;
  return {
    name: 'patch-sdk',
    enforce: 'pre',
    resolveId: (source) => {
      if (source !== '@modelcontextprotocol/server/_shims') return null;
      isValidatorReplaced = true;
      return join(import.meta.dirname, 'sdk-shims.ts');
    },
    transform: {
      filter: { id: /[\\/]@modelcontextprotocol[\\/](core|server)[\\/]dist[\\/].*\.mjs$/ },
      handler: (code, id) => {
        let patched = code;
        for (const [name, patch] of Object.entries(patches)) {
          const before = patched;
          patched = patch(before);
          if (patched !== before) changed.get(name)?.add(id);
        }
        return { code: markConstantsPure(patched), map: null };
      },
    },
    buildEnd(error) {
      if (error !== undefined) return;
      const wrong = [...changed].filter(([, modules]) => modules.size !== 1);
      for (const [name, modules] of wrong) this.error(describeMiss(name, [...modules]));
      if (!isValidatorReplaced) this.error(describeMiss('replace the validator', []));
    },
  };
}

function describeMiss(name: string, modules: readonly string[]): string {
  const hit = modules.length === 0 ? 'no module' : modules.join(' and ');
  return `The patch "${name}" of the MCP SDK has changed ${hit} instead of one. Adapt it in packages/cli/build to this release of the SDK, or remove it if it gains nothing: see "At an update of the SDK" in docs/internals/build-and-release.md.`;
}

const registry =
  /^const _specTypeSchemas = \{\};\nconst _isSpecType = \{\};\nfunction register\(.*?\n\}\n(for \(const [^\n]*\n)+/ms;

/**
 * The SDK creates a Zod schema for each type of the protocol when it is imported, and fills a registry with loops over
 * all of them. The loops become part of the registry's own value, so that a bundler can leave it out.
 */
export function withPureRegistry(code: string): string {
  if (!code.includes('_specTypeSchemas = {}')) return code;
  if (!registry.test(code))
    throw new Error('The MCP SDK fills its registry of schemas in another way; adapt this.');
  return code.replace(registry, (statements) => {
    const value = pure(`${statements}return { _specTypeSchemas, _isSpecType };`);
    return [
      `const _specTypes = ${value};`,
      `const _specTypeSchemas = ${pure('return _specTypes._specTypeSchemas;')};`,
      `const _isSpecType = ${pure('return _specTypes._isSpecType;')};`,
      '',
    ].join('\n');
  });
}

/**
 * Wraps the value of each top-level constant that is a call into a function call that is marked as pure: a bundler cannot
 * know that creating a schema has no side effects. Not a patch: it changes whatever constants a release has.
 */
export function markConstantsPure(code: string): string {
  const calls = parseSync('module.js', code)
    .program.body.flatMap((node) => (node.type === 'VariableDeclaration' ? node.declarations : []))
    .flatMap(({ init }) => (init?.type === 'CallExpression' ? init : []));
  return calls.reduceRight(
    (text, { start, end }) =>
      text.slice(0, start) + pure(`return ${text.slice(start, end)};`) + text.slice(end),
    code,
  );
}

function pure(body: string): string {
  return `/* @__PURE__ */ (() => { ${body} })()`;
}
