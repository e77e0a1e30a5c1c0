export { requireFreshLogin } from './fresh-login.ts';
export { accountsModule } from './module.ts';
export { normalizeEmail } from './rules/email.ts';
export { endSession, findViewer, startSession } from './sessions.ts';
export { accountAnswer, accountShape, emailSchema } from './shapes.ts';
export { findOrCreateUser, promoteToSuperAdmin, type User, userById } from './users.ts';
