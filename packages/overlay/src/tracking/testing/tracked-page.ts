/** A page with a tracker, and what the tracker tells: set up anew for each test. */
import { afterEach, beforeEach } from 'vitest';

import type { Annotation } from '@annotate-mcp/core';

import { domSnapshot } from '../../inspectors/snapshot.ts';
import { page } from '../../picking/testing/input.ts';
import type { BadgePosition } from '../../state/state.ts';
import { createElementTracker, type ElementTracker } from '../element-tracker.ts';

interface Tracked {
  readonly tracker: ElementTracker;
  readonly positions: readonly BadgePosition[];
  /** How often positions were told. */
  readonly drawn: number;
  readonly lost: ReadonlySet<string>;
  readonly at: (id: string) => BadgePosition | undefined;
}

export function setUpTracker(): Tracked {
  let tracker: ElementTracker;
  let positions: readonly BadgePosition[] = [];
  let drawn = 0;
  let lost: ReadonlySet<string> = new Set();
  beforeEach(() => {
    positions = [];
    drawn = 0;
    lost = new Set();
    document.body.style.margin = '0';
    window.scrollTo(0, 0);
    tracker = createElementTracker({
      onPositions: (list) => {
        positions = list;
        drawn++;
      },
      onLost: (ids) => (lost = ids),
    });
  });
  afterEach(() => {
    tracker.close();
    page('');
  });
  return {
    get tracker() {
      return tracker;
    },
    get positions() {
      return positions;
    },
    get drawn() {
      return drawn;
    },
    get lost() {
      return lost;
    },
    at: (id) => positions.find((position) => position.id === id),
  };
}

export function about(element: Element, path: string, more: Partial<Annotation> = {}): Annotation {
  return {
    kind: 'component',
    id: path,
    appId: '.',
    authorId: 'me',
    createdAt: '',
    updatedAt: '',
    annotationText: 'x',
    replies: [],
    status: 'pending',
    pageUrl: location.href,
    pageTitle: '',
    componentName: 'X',
    selector: 'x',
    componentFilePath: 'x.ts',
    inputs: {},
    componentTreePath: [],
    domSnapshot: domSnapshot(element),
    domPath: path,
    ...more,
  } as Annotation;
}

export const list = (...items: string[]) => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;
