import { Button } from "./button.tsx";

/** What stands in the place of something that could not be drawn, and the way to try again: the page, from the start. */
export function Trouble({ title, children }: { title: string; children: string }) {
  return (
    <>
      <h1 className="font-serif text-display text-balance">{title}</h1>
      <p className="text-large text-muted">{children}</p>
      <p>
        <Button look="primary" onClick={() => window.location.reload()}>
          Try again
        </Button>
      </p>
    </>
  );
}
