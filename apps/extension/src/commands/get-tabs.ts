import { allTabs } from '../driver/tab-info.ts';

import type { Handler } from './handler.ts';

export const getTabs: Handler<'get_tabs'> = async () => ({ tabs: await allTabs() });
