export { sharedTeamsModule } from './module.ts';
