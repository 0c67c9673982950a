import { describe, expect, it } from 'vitest';

import { pageAbilities } from '@annotate-mcp/core';

import { pageKeyRoles, roleNames, roles } from './roles.ts';

describe('the table of roles', () => {
  it('lets a viewer change nothing', () => {
    expect(roles.viewer).toEqual([]);
  });

  it('lets a reviewer do what a person does on a page, and neither work nor administer', () => {
    expect(roles.reviewer).toEqual(pageAbilities.filter((ability) => ability !== 'adopt'));
  });

  it('lets an agent work, and not write as a person', () => {
    expect(roles.agent).toEqual(['work']);
  });

  it.each(roleNames)('lets no %s decide whose words an agent gets', (role) => {
    expect(roles[role]).not.toContain('adopt');
  });

  it('has page keys only of roles that neither work nor administer', () => {
    const abilities = pageKeyRoles.flatMap((role) => roles[role]);
    expect(abilities).not.toContain('work');
    expect(abilities).not.toContain('administer');
  });
});
