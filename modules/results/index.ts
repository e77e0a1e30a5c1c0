export { resultsModule } from './module.ts';
export { startersOf } from './read-starters.ts';
export { saveResults } from './save-results.ts';
export { saveCompetitionLists, saveEventLists } from './save-settings.ts';
