import type { Project } from '../projects/project.ts';
import type { CountsParams } from '../protocol.ts';

import { stateOf } from './state.ts';

export function countAnnotations(projects: readonly Project[]): CountsParams {
  const counts = { open: 0, waiting: 0, resolved: 0, withoutPlace: 0 };
  for (const { annotations, files } of projects) {
    for (const annotation of annotations.values()) {
      const state = stateOf(annotation);
      counts[state === 'working' ? 'open' : state]++;
      if (!files.hasPlace(annotation.id)) counts.withoutPlace++;
    }
  }
  return counts;
}
