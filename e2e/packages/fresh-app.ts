/** A fresh app and what a person does in it, and the commands that most of them share. */
import type { Command } from './measured-process.ts';

export interface FreshApp {
  /** Also the name of its folder and of its pictures. */
  readonly name: string;
  readonly title: string;
  /** Run in the folder in which the app is to be; each makes a folder. */
  readonly create: readonly Command[];
  /** Written over what was created. */
  readonly files?: Readonly<Record<string, string>>;
  /** Versions in place of those that the template names: such that every registry has all packages of them. */
  readonly versions?: Readonly<Record<string, string>>;
  /** The same for packages that the template does not name. */
  readonly overrides?: Readonly<Record<string, string>>;
  /** Packages that the person adds to the template. */
  readonly added?: Readonly<Record<string, string>>;
  readonly manager?: 'npm' | 'pnpm' | 'yarn' | 'bun';
  /** Run before the fresh app is committed. */
  readonly beforeCommit?: Command;
  /** Where the app with the page is, in a project with several. */
  readonly app?: string;
  /** The framework's own command that adds a package, run before `init`. `init --undo` takes back what it wrote, too. */
  readonly add?: Command;
  readonly init: Command;
  /** `{port}` is replaced. */
  readonly dev: Command;
  /** `null` for an app that has no build. */
  readonly build: Command | null;
  /** The folders that the build writes, from the app's. */
  readonly output: readonly string[];
  /** The texts of two elements inside of the only component, near to each other. */
  readonly target: string;
  readonly near: string;
  /** The file of the first, what stands on its line, and the words that the agent replaces; `null` where only a script knows. */
  readonly source: { readonly file: string; readonly text: string; readonly words: string } | null;
  readonly hasPictures: boolean;
  /** A program that npm does not install: where this command fails, the flow is skipped. */
  readonly requires?: Command;
}

export const init: Command = ['npx', 'annotate-mcp', 'init', '--yes'];
export const npmDev: Command = ['npm', 'run', 'dev', '--', '--port', '{port}'];
export const npmBuild: Command = ['npm', 'run', 'build'];
