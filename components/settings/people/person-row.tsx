"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { may, mayManage, mayShutOut } from "#lib/people/may.ts";
import { roles, type Role } from "#lib/people/role.ts";
import type { RosterPerson } from "#lib/people/roster.ts";
import { ClockTime } from "#components/ui/clock-time.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { roleWords } from "#components/sign-in/role-words.ts";
import { GuardedButton } from "#components/cards/press/guarded-button.tsx";
import { Button } from "#components/ui/button.tsx";
import { ListRow } from "#components/ui/list-row.tsx";
import { ProblemLine } from "#components/ui/problem-line.tsx";
import { useSending } from "#components/ui/use-sending.ts";
import { HandOver } from "./hand-over.tsx";
import type { Self } from "./self.ts";
import { ShownOnce } from "#components/ui/shown-once.tsx";

type Props = { person: RosterPerson; self: Self };

/** One person of the team, with what the reader may change about them. */
export function PersonRow({ person, self }: Props) {
  const router = useRouter();
  const { sending, problem, send } = useSending();
  const [handing, setHanding] = useState(false);
  const [link, setLink] = useState<string | null>(null);
  const path = `/api/people/${encodeURIComponent(person.id)}`;
  const change = async (body: { role: Role } | { disabled: boolean }) => {
    await send("PATCH", path, body);
    router.refresh();
  };
  const signOut = async () => {
    await send("DELETE", `${path}/sessions`);
    router.refresh();
  };
  const makeLink = async () => {
    const response = await send("POST", `${path}/reset`, {});
    // Our own server answers 201 with exactly this.
    if (response !== null) setLink(((await response.json()) as { link: string }).link);
  };
  const isOther = person.id !== self.id;
  const isManaged = isOther && mayManage(self.role, person.role);
  const isShutOut = isOther && mayShutOut(self.role, person.role);
  const isDisabled = person.disabledAt !== null;
  const actions = (
    <div className="flex flex-wrap items-center gap-2">
      {isManaged ? (
        <select
          aria-label={`Role of ${person.name}`}
          value={person.role}
          disabled={sending || isDisabled}
          onChange={({ target }) => {
            const role = roles.find((one) => one === target.value);
            if (role === "owner") setHanding(true);
            else if (role !== undefined) void change({ role });
          }}
          className="min-h-8 rounded-md border border-line-strong bg-sheet px-2 text-small pointer-coarse:min-h-11 pointer-coarse:text-[1rem]"
        >
          {roles
            .filter((role) => role === person.role || mayGive(self.role, role))
            .map((role) => (
              <option key={role} value={role}>
                {roleWords[role].label}
              </option>
            ))}
        </select>
      ) : (
        <p className="text-small">{roleWords[person.role].label}</p>
      )}
      {isManaged ? (
        <Button
          tight
          disabled={sending || isDisabled}
          aria-label={`Reset password of ${person.name}`}
          onClick={() => void makeLink()}
        >
          Reset password
        </Button>
      ) : null}
      {isShutOut ? (
        <Button
          tight
          disabled={sending || isDisabled}
          aria-label={`Sign out ${person.name}`}
          onClick={() => void signOut()}
        >
          Sign out
        </Button>
      ) : null}
      {isManaged || (isShutOut && !isDisabled) ? (
        <GuardedButton
          tight
          disabled={sending}
          aria-label={`${isDisabled ? "Enable" : "Disable"} ${person.name}`}
          onClick={() => void change({ disabled: !isDisabled })}
        >
          {isDisabled ? "Enable" : "Disable"}
        </GuardedButton>
      ) : null}
    </div>
  );
  return (
    <ListRow end={actions}>
      <p className={`font-medium break-words ${isDisabled ? "text-muted line-through" : ""}`}>
        <VisibleText text={person.name} />
        {person.id === self.id ? <span className="font-normal text-muted"> (you)</span> : null}
      </p>
      <p className="text-small break-words">
        {person.email === null ? "Has no account yet" : <VisibleText text={person.email} />}
      </p>
      <p className="text-small text-muted">
        <Standing person={person} />
      </p>
      <p className="text-fine text-muted">
        Id <code className="font-mono break-all select-all">{person.id}</code>
      </p>
      <ProblemLine problem={problem} />
      {link === null ? null : <ResetLink name={person.name} link={link} onClose={() => setLink(null)} />}
      {handing ? (
        <HandOver
          name={person.name}
          onHandOver={() => void change({ role: "owner" })}
          onClose={() => setHanding(false)}
        />
      ) : null}
    </ListRow>
  );
}

function Standing({ person: { joinedAt, lastSeenAt, disabledAt } }: { person: RosterPerson }) {
  if (disabledAt !== null) {
    return (
      <>
        Disabled <ClockTime at={disabledAt} />
      </>
    );
  }
  return (
    <>
      Joined <ClockTime at={joinedAt} />,{" "}
      {lastSeenAt === null ? (
        "signed out"
      ) : (
        <>
          last here <ClockTime at={lastSeenAt} />
        </>
      )}
    </>
  );
}

function mayGive(own: Role, role: Role): boolean {
  return role === "owner" ? may(own, "manage-admins") : mayManage(own, role);
}

/** The app sends no mail: the person who made the link hands it over. */
function ResetLink({ name, link, onClose }: { name: string; link: string; onClose: () => void }) {
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
