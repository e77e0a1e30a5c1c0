export { timingModule } from './module.ts';
export { stopFetching } from './settings/stop-fetching.ts';
