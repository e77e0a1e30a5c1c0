export { accountIn, accountOf } from './account-of.ts';
export { addAccountAudit } from './add-account-audit.ts';
export { loginWithoutCode } from './login-without-code.ts';
export { accountsModule } from './module.ts';
export { normalizeEmail } from './rules/email.ts';
export {
  endSession,
  findViewer,
  rotateSession,
  rotateSessionsOf,
  startSession,
  takeSessionCookies,
} from './sessions.ts';
export { accountAnswer, emailSchema } from './shapes.ts';
export { changeRights, findOrCreateUser, promoteToSuperAdmin, type User, userById } from './users.ts';
export { visitsOf } from './visits-of.ts';
