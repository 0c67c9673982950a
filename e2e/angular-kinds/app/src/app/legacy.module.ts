import { NgModule } from '@angular/core';

import { Legacy } from './legacy';

@NgModule({ declarations: [Legacy], exports: [Legacy] })
export class LegacyModule {}
