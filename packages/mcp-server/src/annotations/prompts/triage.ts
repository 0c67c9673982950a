import { annotationToMarkdown } from '@annotate-mcp/core';

import type { Prompt } from '../../prompt.ts';
import { describeLeftOut } from '../left-out.ts';
import { fittingBy, pageDerived } from '../view.ts';

const most = 30;

export const triage: Prompt = {
  name: 'triage',
  title: 'Sort what is pending before working on it',
  description: 'Groups the pending annotations, finds duplicates and conflicts, and proposes an order.',
  text: async (store) => {
    const page = await store.list({ status: ['pending'] }, { limit: most });
    const annotations = fittingBy(page.annotations.map(annotationToMarkdown), (text) => text.length);
    const total = await store.count({ status: ['pending'] });
    const { leftOut = [] } = await describeLeftOut(store);
    if (total === 0)
      return ['There are no pending annotations. Call watch_annotations to wait for some.', ...leftOut].join(
        '\n',
      );
    const shown =
      annotations.length < total ? `the oldest ${annotations.length} of ${total}` : `all ${total}`;
    return [
      `Triage the pending annotations below (${shown}) before changing anything:`,
      '- group those that touch the same file or component;',
      '- name duplicates and those that contradict each other;',
      '- say which are unclear and what you would ask;',
      '- propose an order, small and certain ones first.',
      'Change no file and acknowledge nothing yet. Show the plan and wait for a go.',
      ...leftOut,
      `\n${pageDerived}\n`,
      ...annotations,
    ].join('\n');
  },
};
