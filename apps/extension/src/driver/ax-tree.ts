/** Reads the browser's own accessibility tree: complete, but long and slow. For what the compact form leaves out. */
import type { Protocol } from 'devtools-protocol';

import { redacted, redactText } from '@annotate-mcp/page-facts';

import type { LocalTarget } from '../page-agent/locate.ts';

import type { Frame } from './frames.ts';
import type { Tab } from './tab.ts';

type AxNode = Protocol.Accessibility.AXNode;

/** An element of a frame to which the tree is limited. */
export interface AxRoot {
  readonly frame: Frame;
  readonly target?: LocalTarget;
}

interface Line {
  readonly depth: number;
  readonly text: string;
  /** Of an element that contains a frame. */
  readonly frameOwner?: number;
}

/** The lines of a frame and of the frames in it. Empty when the target is not in the tree. */
export async function readAxTree(tab: Tab, { frame, target }: AxRoot): Promise<string[]> {
  // The page agent is asked first: it knows whether the frame may be read.
  await tab.frames.call(frame, 'page');
  const { nodes } = await tab.cdp.send('Accessibility.getFullAXTree', { frameId: frame.id }, frame.session);
  const root = target === undefined ? nodes[0] : await nodeOf(tab, frame, target, nodes);
  if (root === undefined) return [];
  const shown = shownBelow(root, nodes);
  const refs = await refsOf(tab, frame, shown);
  const prefix = frame.number === 0 ? '' : `f${frame.number}`;
  const masks = await masksFor(tab, frame, shown);
  const lines = shown.map((each, index) =>
    lineOf(each, refs.get(each.node.nodeId), prefix, masks[index] ?? { name: maskWhole, value: maskWhole }),
  );
  const whole: string[] = [];
  for (const { depth, text, frameOwner } of lines) {
    const inner = frameOwner === undefined ? null : await frameIn(tab, frame, frameOwner);
    const closed = inner === null ? null : tab.frames.closedNote(inner);
    whole.push('  '.repeat(depth) + text + (closed ?? ''));
    if (closed !== null) continue;
    // A frame that cannot be read must not make the whole tree fail.
    const inside = inner === null ? [] : await readAxTree(tab, { frame: inner }).catch(() => []);
    whole.push(...inside.map((line) => '  '.repeat(depth + 1) + line));
  }
  return whole;
}

/** Only lines with this text, each with the lines that contain it. */
export function findInLines(lines: readonly string[], wanted: string): string[] {
  const kept = new Set<number>();
  const open: { depth: number; index: number }[] = [];
  for (const [index, line] of lines.entries()) {
    const depth = line.search(/\S/);
    while ((open.at(-1)?.depth ?? -1) >= depth) open.pop();
    open.push({ depth, index });
    if (line.toLowerCase().includes(wanted.toLowerCase())) for (const each of open) kept.add(each.index);
  }
  return lines.filter((_, index) => kept.has(index));
}

async function nodeOf(
  tab: Tab,
  frame: Frame,
  target: LocalTarget,
  nodes: readonly AxNode[],
): Promise<AxNode | undefined> {
  const handle = await tab.frames.handle(frame, `located(${JSON.stringify(target)})`);
  if (handle === null) return undefined;
  const { node } = await tab.cdp.send('DOM.describeNode', { objectId: handle }, frame.session);
  return nodes.find(({ backendDOMNodeId }) => backendDOMNodeId === node.backendNodeId);
}

interface ShownNode {
  readonly node: AxNode;
  readonly depth: number;
}

function shownBelow(root: AxNode, nodes: readonly AxNode[]): ShownNode[] {
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const shown: ShownNode[] = [];
  const visit = (node: AxNode | undefined, depth: number): void => {
    if (node === undefined) return;
    const isShown = !node.ignored && roleOf(node) !== 'InlineTextBox';
    if (isShown) shown.push({ node, depth });
    for (const child of node.childIds ?? []) visit(byId.get(child), depth + (isShown ? 1 : 0));
  };
  visit(root, 0);
  return shown;
}

function roleOf({ role }: AxNode): string {
  return String(role?.value ?? 'none');
}

/** They are never pressed themselves; asking about each of them would take most of the time. */
const textRoles = new Set(['StaticText', 'RootWebArea', 'LineBreak', 'ListMarker', 'paragraph', 'LabelText']);

/** Refs by the id of the node, for what a person can use. */
async function refsOf(tab: Tab, frame: Frame, shown: readonly ShownNode[]): Promise<Map<string, string>> {
  const asked = shown.flatMap(({ node }) =>
    node.backendDOMNodeId === undefined || textRoles.has(roleOf(node))
      ? []
      : [{ id: node.nodeId, backendNodeId: node.backendDOMNodeId }],
  );
  const listening = await tab.handlers.find(frame);
  // The page agent is of the same build, so its types are these.
  const refs = (await tab.frames.pass(
    frame,
    asked.map(({ backendNodeId }) => backendNodeId),
    `refsOfUsable(nodes, ${JSON.stringify(listening)})`,
  )) as (string | null)[];
  return new Map(
    asked.flatMap(({ id }, index) => {
      const ref = refs[index] ?? null;
      return ref === null ? [] : [[id, ref] as const];
    }),
  );
}

type Mask = (text: string) => string;

interface NodeMasks {
  readonly name: Mask;
  readonly value: Mask;
}

const fieldRoles = new Set(['textbox', 'searchbox', 'combobox', 'spinbutton']);

/** For each node: of a secret field, the value and what is in it are masked as a whole. */
async function masksFor(tab: Tab, frame: Frame, shown: readonly ShownNode[]): Promise<NodeMasks[]> {
  if (tab.secrets.areShown(frame.origin)) return shown.map(() => ({ name: maskDots, value: maskDots }));
  const fields = shown.flatMap(({ node }) =>
    fieldRoles.has(roleOf(node)) && node.backendDOMNodeId !== undefined ? [node.backendDOMNodeId] : [],
  );
  // The page agent is of the same build, so its types are these.
  const areSecret = (await tab.frames.pass(frame, fields, 'areSecret(nodes)')) as boolean[];
  const secret = new Set(fields.filter((_, index) => areSecret[index] === true));
  let fieldDepth = Infinity;
  return shown.map(({ node, depth }) => {
    const isInside = depth > fieldDepth;
    if (!isInside) fieldDepth = secret.has(node.backendDOMNodeId ?? -1) ? depth : Infinity;
    return {
      name: isInside ? maskWhole : maskText,
      value: isInside || depth === fieldDepth ? maskWhole : maskText,
    };
  });
}

/** Chrome shows a dot for each character of a password. Not even their number is told. */
function maskDots(text: string): string {
  return text.replace(/^•+$/, redacted);
}

function maskText(text: string): string {
  return maskDots(redactText(text));
}

function maskWhole(text: string): string {
  return text === '' ? '' : redacted;
}

function lineOf({ node, depth }: ShownNode, ref: string | undefined, prefix: string, masks: NodeMasks): Line {
  const role = roleOf(node);
  const parts = [role];
  const name = masks.name(textIn(node.name));
  if (name !== '') parts.push(JSON.stringify(name));
  if (ref !== undefined) parts.push(`[${prefix}${ref}]`);
  const value = masks.value(textIn(node.value));
  if (value !== '') parts.push(`=${JSON.stringify(value)}`);
  parts.push(...statesOf(node));
  const isOwner = role === 'Iframe' && node.backendDOMNodeId !== undefined;
  return { depth, text: parts.join(' '), ...(isOwner && { frameOwner: node.backendDOMNodeId }) };
}

function textIn(value: Protocol.Accessibility.AXValue | undefined): string {
  return value?.value === undefined ? '' : String(value.value);
}

function statesOf({ properties = [] }: AxNode): string[] {
  return properties.flatMap(({ name, value: { value: state } }) => {
    if (state === false || state === undefined || state === '' || state === 'false') return [];
    return [state === true ? name : `${name}=${String(state)}`];
  });
}

async function frameIn(tab: Tab, frame: Frame, backendNodeId: number): Promise<Frame | null> {
  const { node } = await tab.cdp.send('DOM.describeNode', { backendNodeId }, frame.session);
  const id = node.frameId ?? node.contentDocument?.frameId;
  const inner = id === undefined ? null : tab.frames.byId(id);
  if (inner !== null) await tab.frames.learn(inner);
  return inner;
}
