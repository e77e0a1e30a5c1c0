import { callServer } from './call.ts';
import { csrfToken } from './csrf.ts';

/** Polls an unconfirmed payment with backoff; reloads on news. */
export async function followPayment(orderId: string): Promise<void> {
  for (let pause = 2000; pause < 120_000; pause *= 1.5) {
    await new Promise((resume) => setTimeout(resume, pause));
    if (document.hidden) continue;
    try {
      const answer = await callServer(`/api/orders/${orderId}/assert`, {
        method: 'POST',
        headers: { 'x-csrf-token': csrfToken() },
      });
      if (!answer) continue;
      const { status } = (await answer.json()) as { status?: string };
      if (status === 'completed') return location.reload();
      if (status === 'failed') return location.assign(`/payment-fail/${orderId}`);
    } catch {
      // Retries responses that did not come from this server, as without a network.
    }
  }
}
