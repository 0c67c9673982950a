/** Makes closed shadow roots known to the page agent: a script cannot reach them, the debugger can. */
import type { Frame } from './frames.ts';
import type { Tab } from './tab.ts';

const mostRoots = 200;
/** How many closed roots inside of each other are opened at once. */
export const mostDepth = 8;

/** Opens those of the elements that the page agent suspects. Returns whether there were any. */
export async function openSuspects(tab: Tab, frame: Frame, count: number): Promise<boolean> {
  const opened = await Promise.all(
    Array.from({ length: Math.min(count, mostRoots) }, async (_, index) => {
      const handle = await tab.frames.handle(frame, `suspect(${index})`);
      return handle !== null && (await openClosedRoot(tab, frame, handle));
    }),
  );
  return opened.includes(true);
}

/** Looks for them in the whole frame. */
export async function openClosedRoots(tab: Tab, frame: Frame): Promise<boolean> {
  for (let depth = 0; depth < mostDepth; depth++) {
    const found = await tab.frames.call(frame, 'findSuspects');
    if (!(await openSuspects(tab, frame, found))) return depth > 0;
  }
  return true;
}

/** Returns `false` if the element has none. */
async function openClosedRoot(tab: Tab, frame: Frame, element: string): Promise<boolean> {
  const { node } = await tab.cdp.send(
    'DOM.describeNode',
    { objectId: element, depth: 1, pierce: true },
    frame.session,
  );
  const closed = node.shadowRoots?.find(({ shadowRootType }) => shadowRootType === 'closed');
  if (closed === undefined) return false;
  await tab.frames.pass(frame, [closed.backendNodeId], 'addClosedRoot(nodes[0])');
  return true;
}
