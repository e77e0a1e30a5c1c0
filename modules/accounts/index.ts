export { accountIn, accountOf } from './account-of.ts';
export { checkedAddress, checkedAddresses } from './check-address.ts';
export { loginWithoutCode } from './login/login-without-code.ts';
export { accountsModule } from './module.ts';
export { AccountFrame } from './pages/frame.tsx';
export { type PhoneError, readPhone } from './phone.ts';
export {
  endSession,
  findViewer,
  forgetSession,
  rotateSession,
  rotateSessionsOf,
  startSession,
} from './sessions/sessions.ts';
export { visitsOf } from './sessions/visits-of.ts';
export { changeSettings } from './settings/change-settings.ts';
export { accountAnswer, emailSchema } from './shapes.ts';
export { addAccountAudit } from './users/add-account-audit.ts';
export { changeRights, findOrCreateUser, promoteToSuperAdmin, type User, userById, usersById } from './users.ts';
