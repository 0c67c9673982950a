import { UserRepositories } from './user-repositories.ts';

/** The hooks of agents that a person can turn off for a repository. */
export const switchableHooks = ['stop', 'plan'] as const;
export type SwitchableHook = (typeof switchableHooks)[number];

/**
 * Whether a hook of the person's agents does anything in a repository. The decision is in the user's config folder: a
 * repository that is cloned can neither turn a hook on nor off.
 */
export class HookSwitch {
  readonly #off: UserRepositories;

  constructor(hook: SwitchableHook, folder?: string) {
    const name = `${hook}-hook-off.json`;
    const hint = `It lists the repositories where the ${hook} hook is off. Repair it, or delete it and turn the hook off again (annotate-mcp hook ${hook} --off).`;
    this.#off = new UserRepositories({ name, hint }, folder);
  }

  /** `root` is any folder of the repository. */
  isOn(root: string): boolean {
    return !this.#off.has(root);
  }

  /** Returns the root of the repository. */
  turnOff(root: string): string {
    return this.#off.add(root);
  }

  /** `false` when it was on. */
  turnOn(root: string): boolean {
    return this.#off.remove(root);
  }
}
