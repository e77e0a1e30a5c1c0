export { companiesModule } from './module.ts';
export { companiesPageOf, ordersOfBills } from './read-companies.ts';
