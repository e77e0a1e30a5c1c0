export { companiesModule } from './module.ts';
export { companiesPageOf, openOfEvent, ordersOfBills } from './read-companies.ts';
