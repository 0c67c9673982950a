export { projectAround } from './project.ts';
