import Link from "next/link";
import { Rosette } from "#components/ui/rosette.tsx";

export default function NotFound() {
  return (
    <div className="mx-auto flex h-full max-w-[34rem] flex-col justify-center gap-5 px-6">
      <title>Not found · Countersign</title>
      <Rosette weave="fine" className="size-16 text-accent" />
      <h1 className="font-serif text-display text-balance">There is nothing here</h1>
      <p className="text-large text-muted">
        The chat was deleted, or it belongs to somebody else.{" "}
        <Link href="/" className="text-accent underline underline-offset-4">
          Start a new one
        </Link>
      </p>
    </div>
  );
}
