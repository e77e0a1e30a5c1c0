export { companiesModule } from './module.ts';
export { ordersOfBills } from './read-companies.ts';
