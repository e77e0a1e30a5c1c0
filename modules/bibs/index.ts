export { bibsModule } from './module.ts';
