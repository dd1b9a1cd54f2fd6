import { may } from "#lib/people/may.ts";
import type { Person } from "#lib/server/people/session.ts";
import { record } from "#lib/store/audit/record.ts";
import { countMade } from "#lib/store/people/person-counts.ts";
import { toolServerIn, writeToolServer } from "#lib/store/policies/tool-oversight.ts";
import { exposureWords, isWiderExposure, type Exposure } from "#lib/verdict/exposure.ts";
import { changeBy } from "./change-by.ts";
import { noLongerTrusted, notHere, onlyOwnersTrust, programsAreTheOwners, type ServerDeps } from "./edit-servers.ts";
import { askToConfirm, done, refused, type Outcome } from "./outcome.ts";

type Switch = {
  person: Person;
  id: string;
  disabled?: boolean | undefined;
  /** null: as the file says. */
  trusted?: boolean | null | undefined;
  /** Where its tools are on offer; null: as the file says. */
  exposure?: Exposure | null | undefined;
  /** Whether its apps are shown in chats. */
  apps?: boolean | undefined;
  confirm?: string | undefined;
};

/** Switches a server or its apps off or on, sets whether its own annotations are trusted, or where its tools are on offer. */
export async function switchServer({ database, planned }: ServerDeps, change: Switch): Promise<Outcome> {
  const { person, id, disabled, trusted, exposure, apps, confirm } = change;
  const server = planned().find((each) => each.id === id);
  if (server === undefined) return notHere(server);
  const isProgram = server.written?.transport.kind === "stdio";
  if (disabled === false && isProgram && !may(person.role, "manage-programs")) return programsAreTheOwners;
  return changeBy(database, person, async (trx) => {
    const unset = { id, entry_json: null, disabled: 0, trusted: null, exposure: null, apps: 0, changed_by: person.id };
    const row = (await toolServerIn(trx, id)) ?? { ...unset, changed_at: 0 };
    const inFile = server.confirmed?.trusted === true && server.written?.trusted === true;
    const was = row.trusted === null ? inFile : row.trusted === 1;
    const next = trusted === undefined ? row.trusted : trusted === null ? null : Number(trusted);
    const is = next === null ? inFile : next === 1;
    const place = exposure === undefined ? row.exposure : exposure;
    const [offered, offeredNow] = [row.exposure ?? server.exposure, place ?? server.exposure];
    const offerSentence = `Its tools are offered ${exposureWords[offeredNow]}.`;
    const isWider = isWiderExposure(offeredNow, offered);
    const showsApps = apps === undefined ? row.apps : Number(apps);
    const isNewlyShown = showsApps > row.apps;
    const lowered = [
      ...(is && !was ? [trustSentence] : []),
      ...(isWider ? [offerSentence] : []),
      ...(isNewlyShown ? [appsSentence] : []),
    ];
    if (lowered.length > 0) {
      if (!may(person.role, "loosen-tools")) {
        return refused("forbidden", isNewlyShown ? onlyOwnersShow : isWider ? onlyOwnersOffer : onlyOwnersTrust);
      }
      if (confirm !== lowered.join(" ")) return askToConfirm(lowered);
    }
    const off = disabled === undefined ? row.disabled : Number(disabled);
    // Switching off is never refused; all else here is the owner's, or happens once.
    if (off < row.disabled) await countMade(database, trx, person.id);
    const { changed_at: _, ...rest } = row;
    await writeToolServer(database, trx, {
      ...rest,
      disabled: off,
      trusted: next,
      exposure: place,
      apps: showsApps,
      changed_by: person.id,
    });
    const scope = { personId: person.id };
    if (off !== row.disabled) {
      await record(database, trx, scope, { kind: "server-disabled", server: id, disabled: off === 1 });
    }
    if (is !== was) {
      const changes = [is ? trustSentence : noLongerTrusted];
      await record(database, trx, scope, { kind: "server-changed", server: id, changes, lowers: is });
    }
    if (offeredNow !== offered) {
      const changes = [offerSentence];
      await record(database, trx, scope, { kind: "server-changed", server: id, changes, lowers: isWider });
    }
    if (showsApps !== row.apps) {
      const changes = [isNewlyShown ? appsSentence : "Its apps are no longer shown."];
      await record(database, trx, scope, { kind: "server-changed", server: id, changes, lowers: isNewlyShown });
    }
    return done;
  });
}

const onlyOwnersShow = "Only an owner has the apps of a server shown.";
const appsSentence =
  "Its apps are shown in chats, each in a frame of its own once it is accepted. They may call the tools of this server, which ask as ever.";

const onlyOwnersOffer = "Only an owner offers the tools of a server in more places.";
const trustSentence =
  "What this server says of its own tools is believed: what it calls read-only runs without asking.";
