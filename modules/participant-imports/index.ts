export { participantImportsModule } from './module.ts';
