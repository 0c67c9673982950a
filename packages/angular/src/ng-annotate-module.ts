import { NgModule } from '@angular/core';

import { provideNgAnnotate } from './provide-ng-annotate';

/** `provideNgAnnotate()` for an app with modules. To set options, add `provideNgAnnotate(options)` to `providers` instead. */
@NgModule({ providers: [provideNgAnnotate()] })
export class NgAnnotateModule {}
