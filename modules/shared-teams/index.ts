export { sharedTeamsModule } from './module.ts';
export { type Seat, seatsOf } from './read-teams.ts';
