export { membersWanted, withMembers } from './known-members.ts';
export { memberListsModule } from './module.ts';
export { areUsedElsewhere, takeMembers } from './take-members.ts';
