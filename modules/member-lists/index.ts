export {
  areUsedElsewhere,
  type DiscountUser as Enterer,
  endPendingUses,
  isStillGiven,
  needsProof,
  type PendingMember,
  pendingMembers,
  proveMember,
  proveMembersOf,
  provenMailbox,
  takeMembers,
} from './discount-uses.ts';
export { memberConflictKeys, withMembers } from './known-members.ts';
export { memberListsModule } from './module.ts';
