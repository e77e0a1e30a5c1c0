export { membersWanted, withMembers } from './known-members.ts';
export {
  type AskedMember,
  askedMembers,
  type Enterer,
  endAskedUses,
  needsProof,
  proveMember,
  proveMembersOf,
  provenMailbox,
} from './member-proofs.ts';
export { memberListsModule } from './module.ts';
export { areUsedElsewhere, takeMembers } from './take-members.ts';
