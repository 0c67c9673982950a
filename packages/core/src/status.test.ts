import { expect, it } from 'vitest';

import { closedStatuses, openStatuses, sentStatuses, statuses, unclosedStatuses } from './status.ts';

it('a status is a draft, open or closed, and only a draft is not sent', () => {
  expect(openStatuses).toEqual(['pending', 'acknowledged']);
  expect(closedStatuses).toEqual(['resolved', 'dismissed']);
  expect(sentStatuses).toEqual([...openStatuses, ...closedStatuses]);
  expect(unclosedStatuses).toEqual(['draft', ...openStatuses]);
  expect(new Set([...unclosedStatuses, ...closedStatuses])).toEqual(new Set(statuses));
});
