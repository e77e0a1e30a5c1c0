/** The page of an account's security, which leads to that of the second factor. */
export const securityPath = '/settings/security';
export const totpPath = `${securityPath}/totp`;
