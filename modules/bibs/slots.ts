declare module '#src/runtime/deps.ts' {
  interface Slots {
    /** Whether a timing system numbers the people of an event, too. */
    isNumberedElsewhere(eventId: number): Promise<boolean>;
  }
}

// Without it this would declare the module anew.
export {};
