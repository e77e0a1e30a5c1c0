export { mailingsModule } from './module.ts';
