export { companiesModule } from './module.ts';
export { putOnAccount } from './order-on-account.ts';
export { companiesOfOrganizer, membersOf, openOfEvent } from './read-companies.ts';
export type { Company } from './schema.ts';
