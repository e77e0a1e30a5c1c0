import type { SaferpayConfig } from './config.ts';

/** Where the built-in payment provider of demo mode is found. */
export const demoSaferpayPath = '/dev/saferpay';

/**
 * The account of the built-in provider. The password is no secret: its interface answers nobody but the process itself.
 */
export const demoSaferpay = (publicUrl: string): SaferpayConfig => ({
  url: `${publicUrl}${demoSaferpayPath}/api`,
  specVersion: '1.32',
  customerId: '100001',
  terminalId: '10000101',
  user: 'API_100001_00000001',
  password: 'demo-of-startblock',
});
