import type { AnnotateOptions } from '@annotate-mcp/vite-plugin';

const configKey = 'annotate';

/** The parts of Nuxt 3 and 4 that are used here. Without its own types, no version of Nuxt is installed with us. */
interface Nuxt {
  readonly options: {
    readonly dev: boolean;
    /** A package, or the function of one. */
    readonly builder?: unknown;
    vite: { plugins?: unknown[] };
    readonly [configKey]?: AnnotateOptions | false;
  };
}

/**
 * The module. Nuxt calls it with the options that stand beside its name in `modules`; those of the key `annotate` in
 * nuxt.config count as well. It is the Vite plugin, in `nuxt dev` only.
 */
export async function annotateModule(inlineOptions: AnnotateOptions, nuxt: Nuxt): Promise<void> {
  try {
    await addPlugins(inlineOptions, nuxt);
  } catch (error) {
    await sayOff(error, inlineOptions);
  }
}

async function addPlugins(inlineOptions: AnnotateOptions, { options }: Nuxt): Promise<void> {
  const fromConfig = options[configKey];
  if (!options.dev || fromConfig === false) return;
  if (isOtherBuilder(options.builder)) {
    throw new Error(
      `it needs Nuxt's builder Vite, and nuxt.config has ${options.builder}. Remove \`builder\` from nuxt.config, or run npx annotate-mcp dev -- npx nuxt dev.`,
    );
  }
  // Not at the top: where a package is missing the app has to start.
  const { annotate } = await import('@annotate-mcp/vite-plugin');
  const plugins = annotate({ ...fromConfig, ...inlineOptions });
  options.vite.plugins = [...plugins, ...(options.vite.plugins ?? [])];
}

async function sayOff(error: unknown, options: AnnotateOptions): Promise<void> {
  try {
    const { createFirstEdge } = await import('@annotate-mcp/vite-plugin');
    createFirstEdge(options).off('all', error);
  } catch {
    // Not even our own packages can be loaded.
    const [reason = ''] = String(error instanceof Error ? error.message : error).split('\n');
    process.stderr.write(`annotate is off: ${reason} · npx annotate-mcp doctor\n`);
  }
}

/** What Nuxt and its devtools know of the module. */
annotateModule.getMeta = () =>
  Promise.resolve({ name: '@annotate-mcp/nuxt', configKey, compatibility: { nuxt: '>=3.9.0' } });

function isOtherBuilder(builder: unknown): builder is string {
  return typeof builder === 'string' && /webpack|rspack/.test(builder);
}
