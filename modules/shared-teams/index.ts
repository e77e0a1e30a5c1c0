export { sharedTeamsModule } from './module.ts';
export { legsOfEvent, type Seat, seatsOf } from './read-teams.ts';
