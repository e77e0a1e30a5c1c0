import type { ComponentType } from 'react';
import BookingStep from '#islands/booking/step-on-server.ts';

/** Islands that may show hundreds of people. */
export const islandsOfChildProcess: Readonly<Record<string, ComponentType<never>>> = { BookingStep };
