import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const packages = join(import.meta.dirname, '../../packages');
const installed = ['core', 'http', 'store', 'overlay', 'hub', 'unplugin', 'vite-plugin', 'next'];

/**
 * Copies our packages as they are built into an app, where npm would install them. With a link they would load the Vite of
 * this repository beside that of the app.
 */
export function installPackages(folder: string): void {
  for (const name of installed) {
    const place = join(folder, 'node_modules/@annotate-mcp', name);
    rmSync(place, { recursive: true, force: true });
    for (const part of ['package.json', 'dist'])
      cpSync(join(packages, name, part), join(place, part), { recursive: true });
  }
}
