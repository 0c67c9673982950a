import type { Inspection } from '../../inspectors/inspection.ts';

/** A depth beyond all components, so that the element itself is described. */
const beyondAllComponents = Number.MAX_SAFE_INTEGER;

/** Describes elements instead of components: a person who reviews a site comments on what the page shows. */
export function elementsOnly(inspection: Inspection): Inspection {
  return {
    ancestry: () => Promise.resolve([]),
    locate: async (element) => ({ ...(await inspection.locate(element)), path: [], component: null }),
    describe: (element) => inspection.describe(element, beyondAllComponents),
  };
}
