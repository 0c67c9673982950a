/** The table of roles: what the holder of a token or a signed-in person may do. The only place where a role means something. */
import { pageAbilities, type PageAbility } from '@annotate-mcp/core';

export const roleNames = ['viewer', 'reviewer', 'agent', 'admin'] as const;
export type Role = (typeof roleNames)[number];

/**
 * Beside what a page can do: `work` claims, answers and resolves annotations as an agent; `administer` ends, reopens and
 * removes what others have written. Reading needs no name: every role may.
 */
export type Ability = PageAbility | 'work' | 'administer';

/** Whose words an agent gets is decided at the machine where it works, so no role adopts. */
const commenting = pageAbilities.filter((ability) => ability !== 'adopt');

export const roles: Readonly<Record<Role, readonly Ability[]>> = {
  viewer: [],
  reviewer: commenting,
  agent: ['work'],
  admin: [...commenting, 'work', 'administer'],
};

/**
 * A page key is part of a page's HTML, where every visitor of that page can read it: it may be of these roles only.
 */
export const pageKeyRoles = ['viewer', 'reviewer'] as const satisfies readonly Role[];
