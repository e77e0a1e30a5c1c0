export { timingModule } from './module.ts';
export { stopFetching } from './settings/change-settings.ts';
