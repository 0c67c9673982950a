/** Roles, names and values beside those that Chrome's own accessibility tree has. */

import type {} from '@vitest/browser-playwright';
import { expect, it } from 'vitest';
import { cdp } from 'vitest/browser';

// Types of cdp().
import { nameOf, roleOf } from '@annotate-mcp/page-facts/elements';

import { valueOf } from './semantics.ts';
import { deliberateDifferences } from './testing/deliberate-differences.ts';
import { elementKinds } from './testing/element-kinds.ts';

interface Described {
  readonly role: string | null;
  readonly name: string;
  readonly value: string | null;
}

function subjects(): Element[] {
  document.body.innerHTML = elementKinds.map((html) => `<div data-kind>${html}</div>`).join('\n');
  return [...document.querySelectorAll('[data-kind]')].map((kind, index) => {
    const subject = kind.querySelector('[data-this]') ?? kind.firstElementChild;
    if (subject === null) throw new Error(`No element in ${elementKinds[index]}`);
    subject.setAttribute('data-case', String(index));
    if (subject instanceof HTMLInputElement && subject.hasAttribute('data-mixed'))
      subject.indeterminate = true;
    return subject;
  });
}

async function describedByChrome(): Promise<Map<number, Described>> {
  const session = cdp();
  const { frameTree } = await session.send('Page.getFrameTree');
  const frame = frameTree.childFrames?.find(({ frame: { url } }) => url === location.href)?.frame;
  if (frame === undefined) throw new Error('The frame of the test is not there.');
  await session.send('DOM.enable');
  const { nodes: dom } = await session.send('DOM.getFlattenedDocument', { depth: -1, pierce: true });
  const { nodes } = await session.send('Accessibility.getFullAXTree', { frameId: frame.id });
  const byBackend = new Map(nodes.map((node) => [node.backendDOMNodeId, node]));
  const described = new Map<number, Described>();
  for (const { attributes = [], backendNodeId } of dom) {
    const at = attributes.indexOf('data-case');
    if (at < 0) continue;
    const node = byBackend.get(backendNodeId);
    described.set(Number(attributes[at + 1]), {
      role: node === undefined || node.ignored ? null : String(node.role?.value),
      name: String(node?.name?.value ?? ''),
      value: node?.value === undefined ? null : String(node.value.value),
    });
  }
  return described;
}

/** Chrome's words for the same roles. */
const sameRoles: Readonly<Record<string, string | null>> = {
  Audio: 'audio',
  Canvas: 'canvas',
  DisclosureTriangle: 'button',
  Video: 'video',
  generic: null,
  image: 'img',
};

function comparable({ role, name, value }: Described): Described {
  return {
    role: role === null ? null : (sameRoles[role] ?? (role in sameRoles ? null : role)),
    name: name.trim(),
    value: value === '' ? null : value,
  };
}

it('says what Chrome says about each kind of element, apart from the listed differences', async () => {
  const elements = subjects();
  const chrome = await describedByChrome();
  const listed = new Set(Object.values(deliberateDifferences).flat());
  const compared = elements.map((element, index) => {
    const html = elementKinds[index] ?? '';
    const role = roleOf(element);
    const ours = comparable({ role, name: nameOf(element, role), value: valueOf(element, role) });
    const theirs = comparable(chrome.get(index) ?? { role: null, name: '', value: null });
    return { html, ours, theirs, isSame: JSON.stringify(ours) === JSON.stringify(theirs) };
  });
  expect(compared.length).toBeGreaterThan(240);
  expect(compared.filter(({ html, isSame }) => !isSame && !listed.has(html))).toEqual([]);
  // A difference that is gone is taken off the list.
  expect(compared.filter(({ html, isSame }) => isSame && listed.has(html))).toEqual([]);
});
