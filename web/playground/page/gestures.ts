// Names of what is done in one go.

/** A drag: the address is written when it ends, so a drag that is cancelled leaves no entry in the history. */
export const DRAG = 'drag';
