import { randomUUID } from "node:crypto";
import { z } from "zod";
import { may as roleMay, type Action } from "#lib/approvals/may.ts";
import { checkOrigin } from "./check-origin.ts";
import { findNul } from "./hostile-text.ts";
import { problem } from "./problem.ts";
import { nulProblem, readBody } from "./read-body.ts";
import { services } from "./services.ts";
import type { Person } from "./session.ts";
import { isStoreUnavailable } from "#lib/store/store-unavailable.ts";

/** What a handler gets: everything in here has been checked. */
export type GuardedRequest<Body> = {
  /** Who asks; from the session alone, never from what a request says of itself (THREATS B9). */
  person: Person;
  body: Body;
  /** The dynamic parts of the path. */
  params: Record<string, string>;
  query: URLSearchParams;
  request: Request;
};

type Route = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;
type OpenOptions<Body> = { body?: z.ZodType<Body> };
type Options<Body> = OpenOptions<Body> & {
  /** What the person's role must allow; without it any role will do. */
  may?: Action;
  /** Whether the person must have signed in within the last 15 minutes. Where nobody signs in, everybody has. */
  fresh?: boolean;
};

const mark = Symbol.for("countersign.guarded");

/** Whether `guard` or `guardOpen` made this handler; in whichever bundle it did. */
export function isGuarded(handler: unknown): boolean {
  return typeof handler === "function" && mark in handler;
}

const nothing = z.strictObject({});

/**
 * Wraps a route handler: exact Host, exact Origin, no other site, a session whose role may do it, and for POST, PUT and PATCH a JSON body
 * that fits `body` (which should be strict; without one only `{}` fits). Whatever fails answers for itself; an error of
 * the handler becomes 500, or 503 when the store is not available.
 */
export function guard<Body = Record<string, never>>(
  { body: shape, may, fresh = false }: Options<Body>,
  handler: (guardedRequest: GuardedRequest<Body>) => Promise<Response> | Response,
): Route {
  return marked(async (request, params) => {
    const { sessions } = services();
    const cookie = request.headers.get("cookie");
    const person = await sessions.personOf(cookie);
    if (person === null) return problem("no-session", "Open the app in this browser first, by its link.");
    if (may !== undefined && !roleMay(person.role, may)) {
      return problem("forbidden", "Your role does not allow this. Ask an owner of this instance.");
    }
    if (fresh && !(await sessions.isFresh(cookie))) {
      return problem("sign-in-again", "This needs a sign-in from the last 15 minutes. Sign in again, then repeat it.");
    }
    const read = await bodyOf(request, shape);
    if ("refused" in read) return read.refused;
    return handler({ person, body: read.body, params, query: new URL(request.url).searchParams, request });
  });
}

/** As `guard`, but for the few routes that work without a session. */
export function guardOpen<Body = Record<string, never>>(
  { body: shape }: OpenOptions<Body>,
  handler: (openRequest: Omit<GuardedRequest<Body>, "person">) => Promise<Response> | Response,
): Route {
  return marked(async (request, params) => {
    const read = await bodyOf(request, shape);
    if ("refused" in read) return read.refused;
    return handler({ body: read.body, params, query: new URL(request.url).searchParams, request });
  });
}

function marked(answer: (request: Request, params: Record<string, string>) => Promise<Response>): Route {
  const route: Route = async (request, context) => {
    try {
      const params = await context.params;
      const refused = checkOrigin(request, services().access) ?? checkAddress(request, params);
      return refused ?? released(request, uncached(await answer(request, params)));
    } catch (error) {
      return failed(request, error);
    }
  };
  return Object.assign(route, { [mark]: true });
}

/** Parts of the address are compared with texts in the store. */
function checkAddress(request: Request, params: Record<string, string>): Response | null {
  const said = [...new URL(request.url).searchParams].flat();
  return findNul([params, said]) === null ? null : nulProblem();
}

async function bodyOf<Body>(request: Request, shape: z.ZodType<Body> | undefined) {
  // A shape that accepts nothing but {} is what a handler without a shape was typed for.
  const expected = shape ?? (nothing as unknown as z.ZodType<Body>);
  if (["POST", "PUT", "PATCH"].includes(request.method)) return readBody(request, expected);
  // Other methods carry no body, so there is nothing that could be wrong with it.
  return { body: {} as Body };
}

/** The answer of a store may be lost after it did what it was asked for. */
const maybeDone =
  "The store does not answer at the moment. This may or may not have been done: look again before you repeat it.";

function failed(request: Request, error: unknown): Response {
  const id = randomUUID();
  const path = new URL(request.url).pathname;
  const { log } = services();
  log.error("request-failed", { id, method: request.method, path, error });
  if (isStoreUnavailable(error)) {
    const isRead = request.method === "GET" || request.method === "HEAD";
    return problem("unavailable", isRead ? "The store does not answer at the moment. Try again." : maybeDone);
  }
  // The cause stays in the log: messages of errors carry paths and statements (THREATS H4).
  return problem("internal", `Something went wrong here. The log has the details under ${id}.`);
}

function uncached(response: Response): Response {
  if (!response.headers.has("cache-control")) response.headers.set("cache-control", "no-store");
  return response;
}

/**
 * Next reads neither the body of an answer to HEAD nor one whose client has gone, and tells nobody: a stream that was
 * opened for it would stay open for ever (THREATS G7).
 */
function released(request: Request, response: Response): Response {
  const { body } = response;
  if (body === null) return response;
  const cancel = () => {
    if (body.locked) return;
    body.cancel().catch((error: unknown) => services().log.error("body-not-cancelled", { error }));
  };
  if (request.method === "HEAD" || request.signal.aborted) cancel();
  else request.signal.addEventListener("abort", cancel, { once: true });
  return request.method === "HEAD" ? new Response(null, response) : response;
}
