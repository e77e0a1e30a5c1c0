import type { PaymentMethod } from './methods.ts';

/**
 * The ways to pay in the order in which this device most likely uses them, as far as it says what it is: its own wallet
 * comes first, and a wallet that it cannot have is left out. Everything that is possible may still be asked for.
 */
export function likelyFirst(methods: readonly PaymentMethod[], userAgent: string): PaymentMethod[] {
  const isMac = /\bMacintosh\b/.test(userAgent);
  const isApple = isMac || /\b(iPhone|iPad|iPod)\b/.test(userAgent);
  const isOther = !isApple && /\b(Android|Windows|Linux|CrOS)\b/.test(userAgent);
  // Other browsers of a Mac show a code for a telephone, which works and is nobody's first wish.
  const hasApplePay = isApple && !(isMac && /\b(Chrome|Firefox)\b/.test(userAgent));
  const wallet: PaymentMethod | null = hasApplePay ? 'applepay' : /\bAndroid\b/.test(userAgent) ? 'googlepay' : null;
  const shown = methods.filter((method) => method !== 'applepay' || !isOther);
  const rest = shown.length > 0 ? shown : methods;
  return [...rest.filter((method) => method === wallet), ...rest.filter((method) => method !== wallet)];
}
