/** Leaves the reader of a field in one step: `message` is the second half of a sentence about the field. */
export class Unshowable extends Error {}
