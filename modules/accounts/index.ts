export { addressNames, checkedAddress, checkedAddresses } from './addresses/check-address.ts';
export { readPhone } from './addresses/phone.ts';
export { changeRights, promoteToSuperAdmin } from './admin/change-rights.ts';
export { hashOfSecret } from './browser-secrets.ts';
export { loginWithoutCode, startUnproven } from './login/login-without-code.ts';
export { accountsModule } from './module.ts';
export { AccountFrame } from './page-parts/frame.tsx';
export { totpPath } from './second-factor/paths.ts';
export { hasSecondFactor, removeUnreadableFactors } from './second-factor/second-factor.ts';
export { endSession } from './sessions/end-session.ts';
export { findViewer } from './sessions/find-viewer.ts';
export { loginBefore } from './sessions/login-before.ts';
export { rotateSession } from './sessions/rotate-session.ts';
export { forgetSession } from './sessions/session-cookies.ts';
export { visitsOf } from './sessions/visits-of.ts';
export { changeSettings } from './settings/change-settings.ts';
export { emailSchema } from './shapes.ts';
export { accountAnswer, accountIn, accountOf } from './users/account-answer.ts';
export { addAccountAudit } from './users/add-account-audit.ts';
export { mailsTo, mailsToOthers } from './users/mails-to-others.ts';
export { proveMailbox } from './users/prove-mailbox.ts';
export {
  buyerWithoutAddress,
  findOrCreateUser,
  noteTermsAccepted,
  type User,
  userById,
  usersById,
} from './users/users.ts';
