import type { Inspection } from '../../inspectors/inspection.ts';

/** Farther out than any component: what is described there is the element itself. */
const beyond = Number.MAX_SAFE_INTEGER;

/** Sees elements where the page may have components. Who reviews a site means what stands there, not what drew it. */
export function elementsOnly(inspection: Inspection): Inspection {
  return {
    ancestry: () => Promise.resolve([]),
    locate: (element) => inspection.locate(element, 0),
    describe: (element) => inspection.describe(element, beyond),
  };
}
