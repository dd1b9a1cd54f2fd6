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
import { useSay } from "#components/browser/speech.tsx";
import { peopleWords } from "#components/settings/people/words.en.ts";
import { signInWords } from "#components/sign-in/words.en.ts";

type Props = { person: RosterPerson; self: Self };

/** One person of the team, with what the reader may change about them. */
export function PersonRow({ person, self }: Props) {
  const say = useSay(peopleWords);
  const sayOfSignIn = useSay(signInWords);
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
          aria-label={say("roleOfName", { name: person.name })}
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
                {sayOfSignIn(roleWords[role].label)}
              </option>
            ))}
        </select>
      ) : (
        <p className="text-small">{sayOfSignIn(roleWords[person.role].label)}</p>
      )}
      {isManaged ? (
        <Button
          tight
          disabled={sending || isDisabled}
          aria-label={say("resetPasswordOfName", { name: person.name })}
          onClick={() => void makeLink()}
        >
          {say("resetPassword")}
        </Button>
      ) : null}
      {isShutOut ? (
        <Button
          tight
          disabled={sending || isDisabled}
          aria-label={say("signOutName", { name: person.name })}
          onClick={() => void signOut()}
        >
          {say("signOut")}
        </Button>
      ) : null}
      {isManaged || (isShutOut && !isDisabled) ? (
        <GuardedButton
          tight
          disabled={sending}
          aria-label={say(isDisabled ? "enableName" : "disableName", { name: person.name })}
          onClick={() => void change({ disabled: !isDisabled })}
        >
          {isDisabled ? say("enable") : say("disable")}
        </GuardedButton>
      ) : null}
    </div>
  );
  return (
    <ListRow end={actions}>
      <p className={`font-medium break-words ${isDisabled ? "text-muted line-through" : ""}`}>
        <VisibleText text={person.name} />
        {person.id === self.id ? <span className="font-normal text-muted"> {say("you")}</span> : null}
      </p>
      <p className="text-small break-words">
        {person.email === null ? say("hasNoAccountYet") : <VisibleText text={person.email} />}
      </p>
      <p className="text-small text-muted">
        <Standing person={person} />
      </p>
      <p className="text-fine text-muted">
        {say.rich("idId", { id: <code className="font-mono break-all select-all">{person.id}</code> })}
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
  const say = useSay(peopleWords);
  if (disabledAt !== null) {
    return <>{say.rich("disabledDisabledat", { disabledAt: <ClockTime at={disabledAt} /> })}</>;
  }
  const joined = <ClockTime at={joinedAt} />;
  if (lastSeenAt === null) return <>{say.rich("joinedSignedOut", { joinedAt: joined })}</>;
  return <>{say.rich("joinedLast", { joinedAt: joined, lastSeenAt: <ClockTime at={lastSeenAt} /> })}</>;
}

function mayGive(own: Role, role: Role): boolean {
  return role === "owner" ? may(own, "manage-admins") : mayManage(own, role);
}

/** The app sends no mail: the person who made the link hands it over. */
function ResetLink({ name, link, onClose }: { name: string; link: string; onClose: () => void }) {
  const say = useSay(peopleWords);
  const text = <>{say.rich("sendThisLinkToName", { name: <span className="break-words">{name}</span> })}</>;
  return (
    <ShownOnce title={say("aLinkToChooseA")} text={text} label={say("resetLink")} secret={link} onClose={onClose} />
  );
}
