/** Property tests try the same cases in every run of `npm test`, and new ones in every run of `npm run test:full`. */
import fc from 'fast-check';

if (process.env.ANNOTATE_TEST_FULL !== '1')
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20_261_116 });
