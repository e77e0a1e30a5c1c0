export { resultsModule } from './module.ts';
export { setNameVisibility } from './name-visibility.ts';
export { orderResultsPart, ownResultPart } from './own/parts.tsx';
export { hiddenNamesOf } from './read-hidden-names.ts';
export { publicListsOf } from './read-settings.ts';
export { startersOf } from './read-starters.ts';
export { saveResults } from './save-results.ts';
export { saveCompetitionLists, saveEventLists } from './save-settings.ts';
