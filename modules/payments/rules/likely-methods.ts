import type { PaymentMethod } from './methods.ts';

/**
 * Sorts methods by likelihood on this device: its own wallet first; wallets it cannot have are left out. API calls may
 * still use every possible method.
 */
export function likelyFirst(methods: readonly PaymentMethod[], userAgent: string): PaymentMethod[] {
  const isMac = /\bMacintosh\b/.test(userAgent);
  const isApple = isMac || /\b(iPhone|iPad|iPod)\b/.test(userAgent);
  const isOther = !isApple && /\b(Android|Windows|Linux|CrOS)\b/.test(userAgent);
  // Other browsers on a Mac show a QR code for a phone, which works but is not the likeliest method.
  const hasApplePay = isApple && !(isMac && /\b(Chrome|Firefox)\b/.test(userAgent));
  const wallet: PaymentMethod | null = hasApplePay ? 'applepay' : /\bAndroid\b/.test(userAgent) ? 'googlepay' : null;
  const shown = methods.filter((method) => method !== 'applepay' || !isOther);
  const rest = shown.length > 0 ? shown : methods;
  return [...rest.filter((method) => method === wallet), ...rest.filter((method) => method !== wallet)];
}
