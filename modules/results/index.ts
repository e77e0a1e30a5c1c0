export { resultsModule } from './module.ts';
export { startersOf } from './read-starters.ts';
export { saveCompetitionLists, saveEventLists, saveResults } from './save-results.ts';
