export { companiesModule } from './module.ts';
export { openOfEvent } from './read-companies.ts';
