export { membersWanted, withMembers } from './known-members.ts';
export {
  type Enterer,
  endPendingUses,
  isStillGiven,
  needsProof,
  type PendingMember,
  pendingMembers,
  proveMember,
  proveMembersOf,
  provenMailbox,
} from './member-proofs.ts';
export { memberListsModule } from './module.ts';
export { areUsedElsewhere, takeMembers } from './take-members.ts';
