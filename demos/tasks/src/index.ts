export { annotateTools } from './annotate-tools.ts';
export { type FieldCase, fieldPages } from './field-pages.ts';
export { type CallTool, meteredCall } from './metered-call.ts';
export type { OutlineLine } from './outline.ts';
export { runTask, type TaskReport } from './run-task.ts';
export { startTaskSite, type TaskSite } from './site.ts';
export type { Task } from './task.ts';
export { type Cost, MissingToolFailure, type Place, type TaskTools, ToolFailure } from './task-tools.ts';
export { tasks } from './tasks/index.ts';
