import { storeContract } from '../contract/index.ts';

storeContract({
  name: 'joined',
  feed: 'state',
  reach: 'process',
  module: new URL('testing/open-joined.ts', import.meta.url).href,
  url: () => 'memory:',
});
