export { saveCompetitionLists, saveEventLists } from './keep-settings.ts';
export { resultsModule } from './module.ts';
export { orderResultsPart, ownResultPart } from './own/parts.tsx';
export { sayPublicName } from './public-name.ts';
export { hiddenNamesOf } from './read-hidden-names.ts';
export { publicListsOf } from './read-settings.ts';
export { startersOf } from './read-starters.ts';
export { saveResults } from './save-results.ts';
