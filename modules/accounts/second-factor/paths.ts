export const securityPath = '/settings/security';
export const totpPath = `${securityPath}/totp`;
