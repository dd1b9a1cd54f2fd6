import { Trouble } from "./trouble.tsx";

/** Shown in place of what the store had no turn for. */
export function TooMuch() {
  return (
    <div role="alert" className="mx-auto flex h-full max-w-[34rem] flex-col justify-center gap-5 px-6">
      <Trouble title="Too much is asked at once">
        Nothing was approved and nothing was run by this. Try again in a moment.
      </Trouble>
    </div>
  );
}
