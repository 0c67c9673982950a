import { NgModule } from '@angular/core';

import { provideNgAnnotate } from './provide-ng-annotate';

/** `provideNgAnnotate()` for an app that is made of modules; with options, put that into `providers` instead. */
@NgModule({ providers: [provideNgAnnotate()] })
export class NgAnnotateModule {}
