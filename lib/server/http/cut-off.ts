/** Why a stream ends that this side cuts: nothing went wrong, and nobody needs to know. */
export class CutOff extends Error {
  override name = "CutOff";
}
