/**
 * What a production build of an app imports instead of the library (the export condition `production`, which Angular
 * sets when it optimises). The two names that an app has in its configuration are Angular's own here, so that no byte
 * of the build comes from this package and its list of licences does not name it: `importProvidersFrom` provides
 * nothing when it gets no module, and every app has `ApplicationModule` already.
 */
export {
  ApplicationModule as NgAnnotateModule,
  importProvidersFrom as provideNgAnnotate,
} from '@angular/core';
// For an app whose own code uses a service; what is not used is not built.
export * from './dist/library/fesm2022/annotate-mcp-angular.mjs';
