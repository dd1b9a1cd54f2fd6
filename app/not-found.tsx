import Link from "next/link";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Rosette } from "#components/ui/rosette.tsx";

export default function NotFound() {
  return (
    <div className="flex h-full min-w-0 flex-col">
      <title>Not found · Countersign</title>
      <PageHeader title="Not found" />
      <div className="mx-auto flex min-h-0 w-full max-w-[34rem] flex-1 flex-col justify-center gap-5 px-6">
        <Rosette weave="fine" className="size-16 text-accent" />
        <h2 className="font-serif text-display text-balance">There is nothing here</h2>
        <p className="text-large text-muted">
          If this was a chat, it was deleted or belongs to somebody else.{" "}
          <Link href="/" className="text-accent underline underline-offset-4">
            Start a new one
          </Link>
        </p>
      </div>
    </div>
  );
}
