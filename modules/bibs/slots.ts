declare module '#src/runtime/deps.ts' {
  interface Slots {
    /** Whether a timing system also assigns numbers at this event. */
    isNumberedElsewhere(eventId: number): Promise<boolean>;
  }
}

// Makes this file a module, so that the declaration extends `Slots`.
export {};
