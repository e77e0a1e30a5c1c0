export { companionsModule } from './module.ts';
export { knownPeopleOf } from './read-known-people.ts';
