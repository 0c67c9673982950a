/** Bundles a page that uses libraries, when it is first asked for. */
import { join } from 'node:path';

import { build, type Rolldown } from 'vite';

const root = join(import.meta.dirname, '..');
const bundled = new Map<string, Promise<string>>();

/** The HTML of the script and its styles. */
export function bundlePage(script: string): Promise<string> {
  const known = bundled.get(script) ?? bundle(script);
  bundled.set(script, known);
  return known;
}

async function bundle(script: string): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    root,
    // A library and the page that uses it have one React, wherever each is installed.
    resolve: { dedupe: ['react', 'react-dom'] },
    build: {
      write: false,
      minify: false,
      modulePreload: false,
      chunkSizeWarningLimit: Infinity,
      rolldownOptions: { input: script, output: { format: 'iife', codeSplitting: false } },
    },
  })) as Rolldown.RolldownOutput;
  const styles = built.output.flatMap((file) =>
    file.type === 'asset' && file.fileName.endsWith('.css') ? [String(file.source)] : [],
  );
  const code = built.output.flatMap((file) => (file.type === 'chunk' ? [file.code] : [])).join('\n');
  // A script element ends at the first of these, wherever it is.
  const inline = code.replaceAll('</script', '<\\/script');
  return `<style>${styles.join('\n')}</style><script>${inline}</script>`;
}
