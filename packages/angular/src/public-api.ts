export type { AnnotationDraft } from './annotation-draft';
export { BridgeService } from './bridge-service';
export { type ComponentContext, InspectorService } from './inspector-service';
export type { NgAnnotateOptions } from './options';
export { OverlayComponent } from './overlay-component';
export { NgAnnotateModule, provideNgAnnotate } from './provide-ng-annotate';
export type { Annotation, Session } from '@annotate-mcp/core';
