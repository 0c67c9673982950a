import type { DocumentVerdicts } from '../annotations/document-verdicts.ts';

import { describeVerdict } from './describe-verdict.ts';
import type { ViewRegistry } from './views/view-registry.ts';

/** The verdicts on the documents that are open in this process. */
export function openVerdicts(views: Pick<ViewRegistry, 'documents' | 'onVerdict'>): DocumentVerdicts {
  return {
    describe: (path) =>
      views.documents().flatMap(({ fileMeta, verdict }) => {
        if (verdict === null || (path !== undefined && path !== fileMeta.path)) return [];
        const since = verdict.outdated ? ' The file has changed since.' : '';
        return [`${verdict.at} ${describeVerdict(verdict, fileMeta.path).content}${since}`];
      }),
    subscribe: (onChange) => ({ close: views.onVerdict(onChange) }),
  };
}
