import { expect, test } from 'vitest';
import { type KeyUse, limitConcurrency } from './code-attempts.ts';

/** A moment that others use to run. */
const breath = async (): Promise<void> => {
  for (let n = 0; n < 3; n += 1) await Promise.resolve();
};

test.each([1, 2, 20, 100])(
  'with %i places, a hundred at once use up no more, and nobody waits for ever',
  async (places) => {
    const all = new Map<string, KeyUse>();
    let used = 0;
    const answers = await Promise.allSettled(
      Array.from({ length: 100 }, () =>
        limitConcurrency(
          all,
          'key',
          async () => {
            await breath();
            used += 1;
          },
          async () => {
            await breath();
            if (used >= places) throw new Error('none left');
            return places - used;
          },
        ),
      ),
    );
    expect(used).toBe(places);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(places);
    expect(all.size).toBe(0);
  },
);

test('callers that use no place only wait', async () => {
  const all = new Map<string, KeyUse>();
  let now = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: 50 }, () =>
      limitConcurrency(
        all,
        'key',
        async () => {
          now += 1;
          most = Math.max(most, now);
          await breath();
          now -= 1;
        },
        async () => 3,
      ),
    ),
  );
  expect([most, now, all.size]).toEqual([3, 0, 0]);
});
