import { assert } from '#src/kernel/assert.ts';
import type { Caller, TestShop } from './shop.ts';

export async function moveMailbox(shop: Pick<TestShop, 'mails' | 'settle'>, who: Caller, newEmail: string) {
  await who.json('POST', '/api/users/change-email', { newEmail });
  const code = /^(\d{6})$/m.exec((await shop.mails(newEmail))[0]?.text ?? '')?.[1];
  const { status } = await who.json('POST', '/api/users/change-email/confirm', { code });
  assert(status === 200, 'the account moves with the right code');
  await shop.settle();
}
