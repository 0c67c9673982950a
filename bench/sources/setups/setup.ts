/** A program in `node_modules` and its arguments. */
export type Command = readonly [program: string, ...args: string[]];

export interface Setup {
  readonly name: string;
  /** Its folder in `fixtures/`. */
  readonly fixture: string;
  /** Texts of files that differ from the fixture's. */
  readonly files?: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  /** The dev server, without the port. */
  readonly command: Command;
  /** What it prints when it can answer. Default: its address. */
  readonly ready?: RegExp;
  /** The page with all kinds of elements. */
  readonly path: string;
  /** Builds for production. */
  readonly build: Command;
  /** Folders of what the build makes. */
  readonly built: readonly string[];
  /** Packages of this repository that the app has to find in its node_modules, by folder. */
  readonly links?: Readonly<Record<string, string>>;
}

export const vite = { vite: '8.3.5' };

export const viteApp = {
  command: ['vite/bin/vite.js', 'dev', '--strictPort'],
  build: ['vite/bin/vite.js', 'build'],
  built: ['dist'],
} as const satisfies Partial<Setup>;
