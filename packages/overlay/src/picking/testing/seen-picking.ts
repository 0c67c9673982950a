/** A page with components in it, a picker, and what the picker tells: set up anew for each test. */
import { afterEach, beforeEach } from 'vitest';

import type { Inspection } from '../../inspectors/inspection.ts';
import type { Hover, Picked } from '../../state/state.ts';
import { type HeldPointer, type Picking, startPicking } from '../picker.ts';

import { moveTo, page } from './input.ts';

interface SeenPicking {
  overlay: HTMLElement;
  picking: Picking | null;
  hover: Hover | null;
  hovers: Hover[];
  picks: { picked: Picked; gather: boolean }[];
  /** The elements whose components were asked for. */
  ancestryCalls: Element[];
  /** What the picker asks; tests may answer in another way. */
  readonly inspection: Inspection;
  start: (stopOnPick?: boolean, held?: HeldPointer) => void;
}

export function setUpPicking(): SeenPicking {
  const seen: SeenPicking = {
    overlay: document.createElement('nga-overlay'),
    picking: null,
    hover: null,
    hovers: [],
    picks: [],
    ancestryCalls: [],
    inspection: inspectionWith((element) => seen.ancestryCalls.push(element)),
    start: (stopOnPick = false, held) => start(seen, stopOnPick, held),
  };
  beforeEach(async () => {
    Object.assign(seen, { hover: null, hovers: [], picks: [], ancestryCalls: [] });
    page(app);
    seen.overlay = document.createElement('nga-overlay');
    seen.overlay.style.cssText = 'position: fixed; right: 0; bottom: 0; width: 40px; height: 40px';
    document.documentElement.append(seen.overlay);
    await moveTo(1, 1);
  });
  afterEach(() => {
    seen.picking?.stop();
    seen.picking = null;
    seen.overlay.remove();
  });
  return seen;
}

const app = `
    <main data-component="Page" style="padding: 20px">
      <section id="card" data-component="Card" style="width: 300px; padding: 20px">
        <h2 id="title">Title</h2>
        <button id="save">Save</button>
        <button id="off" disabled>Off</button>
      </section>
    </main>`;

function start(seen: SeenPicking, stopOnPick: boolean, held?: HeldPointer): void {
  seen.picking = startPicking({
    held,
    inspection: seen.inspection,
    overlay: seen.overlay,
    currentHover: () => seen.hover,
    onHover: (next) => {
      seen.hover = next;
      if (next !== null) seen.hovers.push(next);
    },
    onLocated: (element, located) => {
      if (seen.hover?.element === element) seen.hover = { ...seen.hover, located };
    },
    onPick: (picked, gather) => {
      seen.picks.push({ picked, gather });
      if (stopOnPick) seen.picking?.stop();
    },
    onFailed: (error) => {
      throw error;
    },
  });
}

/** Every element with `data-component` is the root of one. */
function inspectionWith(onAncestry: (element: Element) => void): Inspection {
  return {
    ancestry: async (element) => {
      onAncestry(element);
      const found = [];
      let hostUp = 0;
      for (let at: Element | null = element; at !== null; at = at.parentElement, hostUp++) {
        const name = at.getAttribute('data-component');
        if (name !== null) found.push({ name, selector: name, hostUp });
      }
      return found;
    },
    locate: async (element) => ({
      source: { file: `${element.id || element.localName}.html`, line: 1, column: 1 },
      path: [0, 1],
      component: 0,
      use: null,
    }),
    describe: async (element, depth) => ({
      kind: 'element',
      selector: `${element.localName}/${depth}`,
      description: element.localName,
    }),
  };
}
