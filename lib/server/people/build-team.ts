import type { Access } from "#lib/server/settings/access.ts";
import type { Log } from "#lib/server/observe/log.ts";
import { newToken, type Place } from "#lib/server/http/session-cookie.ts";
import type { Sessions } from "./session.ts";
import type { TeamSettings } from "#lib/server/settings/team-settings.ts";
import type { Database } from "#lib/store/engine/database.ts";
import { keptSecret } from "#lib/store/engine/kept-secret.ts";
import type { AccessWatch } from "./access-watch.ts";
import type { AuthEngine } from "./auth-engine.ts";
import { signInWaysOf } from "./sign-in-ways.ts";
import { type Failures, failuresIn } from "./failures.ts";
import { passwordHash as usual, type PasswordHash } from "./password-hash.ts";
import { passkeysIn } from "./passkeys.ts";
import { resetsIn } from "./resets.ts";
import { type Team, teamOf } from "./team.ts";
import { teamSessions } from "./team-sessions.ts";
import { tryLimits } from "./try-limits.ts";

type Options = {
  settings: TeamSettings;
  database: Database;
  access: Access;
  place: Place;
  watch: Pick<AccessWatch, "seen">;
  log: Log;
  onClaimed: () => void;
  /** Replaces ours in tests that are not about its cost. */
  passwordHash?: PasswordHash;
};

type BuiltTeam = { team: Team; sessions: Sessions; failures: Failures };

/** Sign-in for a team. Better Auth is loaded when somebody first signs in, and never without sign-in. */
export function buildTeam(options: Options): BuiltTeam {
  const { settings, database, access, place, watch, log, onClaimed, passwordHash = usual } = options;
  const origin = access.publicOrigin ?? access.origin;
  let loading: Promise<AuthEngine> | null = null;

  async function load(): Promise<AuthEngine> {
    const { authEngine } = await import("./auth-engine.ts");
    const secret = settings.secret ?? (await keptSecret(database, "auth-secret", newToken()));
    return authEngine({
      database,
      origin,
      isSecure: access.isSecure,
      cookiePrefix: `countersign-${place.port}`,
      secret,
      oidc: settings.oidc,
      passwordHash,
      log,
    });
  }

  function engine(): Promise<AuthEngine> {
    loading ??= load().catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  }

  const failures = failuresIn({ database, log });
  const limits = tryLimits(database, failures);
  const passkeys = passkeysIn({ database, failures, place, origin });
  const hasProvider = settings.oidc !== null;
  const signInWays = signInWaysOf({ database, engine, limits, failures, passkeys, place, hasProvider, onClaimed });
  const resets = resetsIn({ database, engine, limits, place, origin });
  return {
    team: teamOf({ database, signInWays, passkeys, resets, origin, providerName: settings.oidc?.name ?? null }),
    sessions: teamSessions({ database, ...place, access: watch }),
    failures,
  };
}
