import { storeContract } from '../contract/index.ts';

storeContract({
  name: 'memory',
  feed: 'state',
  reach: 'process',
  module: new URL('../index.ts', import.meta.url).href,
  url: () => 'memory:',
});
