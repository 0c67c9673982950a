import { developmentPhase, type NextConfigContext, type NextConfigInput } from './next-config.ts';
import type { AnnotateOptions } from './options.ts';

/** Lets people annotate the app in `next dev`. In every other phase the config is the one that was given. */
export function withAnnotate<Config extends object>(
  nextConfig: NextConfigInput<Config>,
  options: AnnotateOptions = {},
): (phase: string, context: NextConfigContext<Config>) => Promise<Config> {
  return async (phase, context) => {
    const config = await (typeof nextConfig === 'function' ? nextConfig(phase, context) : nextConfig);
    if (phase !== developmentPhase) return config;
    try {
      // Not at the top: a build does not need it, and where a package is missing the app has to start.
      const { annotatedConfig } = await import('./annotated-config.ts');
      return annotatedConfig(config, options);
    } catch (error) {
      const { printMissing } = await import('./messages.ts');
      printMissing(error);
      return config;
    }
  };
}
