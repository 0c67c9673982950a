import { describe, expect, it } from 'vitest';

import { type ConsentRules, decide } from './decide.ts';
import { scopeOf } from './permission-scope.ts';
import { type Consent, type Permission, permissions, parseConsent, type TabGrants } from './settings.ts';
import { matcherOf } from './site-pattern.ts';

const site = 'https://a.test';

function rules(change: Partial<Consent> = {}, tabs: TabGrants = {}): ConsentRules {
  const consent = { ...parseConsent({}), ...change };
  return { consent, tabs, isNeverDriven: matcherOf(['never.test']) };
}

function on(url: string, permission: Permission, tabId: number | null = 1) {
  return { scope: scopeOf(url), permission, tabId };
}

describe('what an agent may do', () => {
  it('is asked for until the person decided', () => {
    for (const permission of permissions) expect(decide(rules(), on(`${site}/x`, permission))).toBe('ask');
  });

  it.each([
    { held: 'read', allows: ['read'] },
    { held: 'act', allows: ['read', 'act'] },
    { held: 'script', allows: ['read', 'act', 'script'] },
    { held: 'secrets', allows: ['secrets'] },
  ] as const)('with "always $held" is $allows, and the rest is asked for', ({ held, allows }) => {
    const always = rules({ sites: { [site]: { [held]: 'always' } } });
    const ofTab = rules({}, { 1: { [site]: [held] } });
    for (const given of [always, ofTab])
      expect(permissions.filter((each) => decide(given, on(site, each)) === 'allow')).toEqual(allows);
  });

  it('is decided for one site: not for another port, scheme, subdomain or host', () => {
    const given = rules({ sites: { [site]: { script: 'always', secrets: 'always' } } });
    const others = [
      'https://a.test:8443',
      'http://a.test',
      'https://b.a.test',
      'https://a.test.b.test',
      'https://a.test.',
    ];
    for (const other of others) expect(decide(given, on(`${other}/`, 'read'))).toBe('ask');
  });

  it('in one tab is not allowed in another', () => {
    const given = rules({}, { 1: { [site]: ['act'] } });
    expect(decide(given, on(site, 'read', 1))).toBe('allow');
    expect(decide(given, on(site, 'read', 2))).toBe('ask');
    expect(decide(given, on(site, 'read', null))).toBe('ask');
    expect(decide(given, on('https://b.test', 'read', 1))).toBe('ask');
  });

  it('is everything in the mode "allow", except on sites that are never driven', () => {
    const given = rules({ mode: 'allow' });
    for (const permission of permissions) expect(decide(given, on(site, permission))).toBe('allow');
    expect(decide(given, on('https://never.test', 'read'))).toEqual({ refused: 'never-driven' });
  });

  it('is nothing on a site that is never driven, whatever was allowed there', () => {
    const url = 'https://never.test';
    const given = rules(
      {
        mode: 'allow',
        sites: { [url]: { read: 'always', act: 'always', script: 'always', secrets: 'always' } },
      },
      { 1: { [url]: ['read', 'act', 'script', 'secrets'] } },
    );
    for (const permission of permissions)
      expect(decide(given, on(url, permission))).toEqual({ refused: 'never-driven' });
    expect(decide(given, on(`view-source:${url}`, 'read'))).toEqual({ refused: 'never-driven' });
    expect(decide(given, on(`blob:${url}/1`, 'read'))).toEqual({ refused: 'never-driven' });
  });

  it('is nothing on a site where the person answered "never" to reading, in every mode', () => {
    for (const mode of ['ask', 'allow'] as const) {
      const given = rules({ mode, sites: { [site]: { read: 'never', act: 'always', script: 'always' } } });
      for (const permission of permissions)
        expect(decide(given, on(site, permission))).toEqual({ refused: 'never-driven' });
    }
  });

  it('is not what the person answered "never" to, also where something greater is allowed', () => {
    const given = rules(
      { sites: { [site]: { act: 'never', script: 'always' } } },
      { 1: { [site]: ['act'] } },
    );
    expect(decide(given, on(site, 'act'))).toEqual({ refused: 'never' });
    expect(decide(given, on(site, 'read'))).toBe('allow');
  });

  it('is reading only in read-only mode, whatever was allowed', () => {
    for (const mode of ['ask', 'allow'] as const) {
      const given = rules(
        { mode, readOnly: true, sites: { [site]: { script: 'always' } } },
        { 1: { [site]: ['act', 'script'] } },
      );
      expect(decide(given, on(site, 'act'))).toEqual({ refused: 'read-only' });
      expect(decide(given, on(site, 'script'))).toEqual({ refused: 'read-only' });
      expect(decide(given, on('about:blank', 'act'))).toEqual({ refused: 'read-only' });
      expect(decide(given, on(site, 'read'))).toBe('allow');
    }
  });

  it('is not given by names that every object has', () => {
    for (const name of ['constructor', '__proto__', 'toString'])
      expect(
        decide(rules({ sites: {} }), {
          scope: { kind: 'site', site: name, url: 'https://a.test' },
          permission: 'act',
          tabId: 1,
        }),
      ).toBe('ask');
  });

  it('is nothing on pages of the browser, and needs no answer on an empty page, except that no code runs there', () => {
    expect(decide(rules({ mode: 'allow' }), on('chrome://settings', 'read'))).toEqual({ refused: 'closed' });
    expect(decide(rules(), on('about:blank', 'act'))).toBe('allow');
    for (const mode of ['ask', 'allow'] as const)
      expect(decide(rules({ mode }), on('about:blank', 'script'))).toEqual({ refused: 'blank' });
  });
});

describe('stored settings', () => {
  it.each([
    { stored: null },
    { stored: 'x' },
    { stored: [] },
    { stored: { mode: 'yes', readOnly: 'no', sites: [1], neverAdded: 1 } },
  ])('that cannot be read ask first: $stored', ({ stored }) => {
    expect(parseConsent(stored)).toEqual({
      mode: 'ask',
      readOnly: false,
      sites: {},
      neverAdded: [],
      neverRemoved: [],
    });
  });
});
