import { ShownOnce } from "#components/ui/shown-once.tsx";

/** The app sends no mail: the person who made the link hands it over. */
export function ResetLink({ name, link, onClose }: { name: string; link: string; onClose: () => void }) {
  const text = (
    <>
      Send this link to <span className="break-words">{name}</span> yourself. It works once, for a day, and is shown
      this one time. Whoever opens it chooses the password and is signed in; all other sessions, the API keys and the
      passkeys of {name} end then.
    </>
  );
  return (
    <ShownOnce title="A link to choose a new password" text={text} label="Reset link" secret={link} onClose={onClose} />
  );
}
