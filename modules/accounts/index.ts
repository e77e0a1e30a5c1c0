export { addressAnswer, addressShape, organizerAddressAnswer } from './address-answer.ts';
export { addressNames, checkedAddress, checkedAddresses, readPhone } from './addresses/check-address.ts';
export { changeRights, promoteToSuperAdmin } from './admin/change-rights.ts';
export { hashOfSecret } from './browser-secrets.ts';
export { loginWithoutCode, startUnproven } from './login/login-without-code.ts';
export { accountsModule } from './module.ts';
export { AccountFrame } from './page-parts/parts.tsx';
export { totpPath } from './second-factor/factor-form.ts';
export { hasSecondFactor, removeUnreadableFactors } from './second-factor/second-factor.ts';
export { endSession } from './sessions/end-session.ts';
export { findViewer } from './sessions/find-viewer.ts';
export { rotateSession } from './sessions/rotate-session.ts';
export { forgetSession } from './sessions/session-cookies.ts';
export { loginBefore, visitsOf } from './sessions/session-list.ts';
export { changeSettings } from './settings/change-settings.ts';
export { emailSchema } from './shapes.ts';
export { accountAnswer, accountIn, accountOf } from './users/account-answer.ts';
export {
  addAccountAudit,
  buyerWithoutAddress,
  findOrCreateUser,
  mailsTo,
  mailsToOthers,
  noteTermsAccepted,
  proveMailbox,
  type User,
  userById,
  usersById,
} from './users/users.ts';
