import { randomUUID } from "node:crypto";
import { z } from "zod";
import { principalOf, type Demand } from "./principal.ts";
import { bearerOf } from "#lib/server/http/bearer-of.ts";
import { checkOrigin } from "#lib/server/http/check-origin.ts";
import { cameWhole, type RouteHandler } from "#lib/server/http/answer-by-route.ts";
import { findNul } from "#lib/server/http/find-nul.ts";
import { problem } from "#lib/server/http/problem.ts";
import { maxBodyBytes, maxOpenBodyBytes, nulProblem, readBody, readText } from "#lib/server/http/read-body.ts";
import type { Scope } from "#lib/people/scope.ts";
import { readQuery } from "#lib/server/http/read-query.ts";
import type { Reply } from "./replies.ts";
import { services } from "./services.ts";
import type { Log } from "#lib/server/observe/log.ts";
import { onceAMinute } from "#lib/untrusted/once-a-minute.ts";
import type { KeyUse } from "#lib/server/people/keys.ts";
import type { Person } from "#lib/server/people/session.ts";
import { NoTurn, onBehalfOf } from "#lib/store/engine/fair-turns.ts";
import { TooMuchMade } from "#lib/store/people/person-counts.ts";
import { isStoreUnavailable } from "#lib/store/engine/store-unavailable.ts";

/** What a handler gets; everything in it has been checked. */
export type GuardedRequest<Body, Query = URLSearchParams> = {
  /**
   * The principal, by session or key alone, never by what a request says of itself (THREATS B9: identity from the
   * session).
   */
  person: Person;
  /** The key of a program that acts for the person; null for the person's own browser. */
  key: KeyUse | null;
  body: Body;
  /** The dynamic parts of the path. */
  params: Record<string, string>;
  /** The query of the address; unparsed unless the route has a shape for it. */
  query: Query;
  request: Request;
};

export type Route = RouteHandler;
type Shapes<Body, Query> = { body?: z.ZodType<Body>; query?: z.ZodType<Query> };
/** What the description of the API says of a route, with the shapes that its handler checks by. */
export type Description = { summary: string; replies: Record<number, Reply> };
type OpenOptions<Body> = Pick<Shapes<Body, never>, "body"> &
  Partial<Description> & {
    /** For a page to which another site redirects the browser; read-only. */
    arrival?: boolean;
  };
/** What a key gets in to, a program may call, and so it is described. */
type Options<Body, Query> = Shapes<Body, Query> &
  (({ scope: Scope } & Description) | { scope?: never }) &
  Omit<Demand, "scope">;

/**
 * What a handler was made with, for the description of the API. `open`: works without a session. `sends`: the content
 * type of a body that is none of ours.
 */
export type RouteFacts = Shapes<unknown, unknown> &
  Demand &
  Partial<Description> & { open: boolean; arrival?: boolean; sends?: string };

const mark = Symbol("guarded");

/** Whether `guard` or one of its kin made this handler. */
export function isGuarded(handler: unknown): boolean {
  return typeof handler === "function" && mark in handler;
}

/** What `guard` or `guardOpen` was given for this handler; null when neither made it. */
export function routeFacts(handler: unknown): RouteFacts | null {
  // Only `marked` sets this property.
  return isGuarded(handler) ? (handler as { [mark]: RouteFacts })[mark] : null;
}

const nothing = z.strictObject({});

/**
 * Wraps a route handler. Checks Host, Origin and Fetch Metadata, that the principal may do it, and for POST, PUT and PATCH
 * that the JSON body fits `body` (which should be strict; without one only `{}` fits). A failed check answers by
 * itself; an error of the handler becomes 500, or 503 when the store is not available.
 */
export function guard<Body = Record<string, never>, Query = URLSearchParams>(
  { body: shape, query: asked, ...demand }: Options<Body, Query>,
  handler: (guardedRequest: GuardedRequest<Body, Query>) => Promise<Response> | Response,
): Route {
  const answer: Answering = async (request, params) => {
    const known = await principalOf(request, demand);
    if ("refused" in known) return known.refused;
    const search = queryOf(request, asked);
    if ("refused" in search) return search.refused;
    const read = await bodyOf(request, shape, maxBodyBytes);
    if ("refused" in read) return read.refused;
    // The sender decides how long the body takes: somebody who signed out or lost a right meanwhile is refused (THREATS
    // B11: lost rights count at once).
    const still = carriesBody(request) && !cameWhole(request) ? await principalOf(request, demand) : known;
    if ("refused" in still) return still.refused;
    const { principal } = still;
    const checked = { ...principal, body: read.body, params, query: search.query, request };
    return onBehalfOf(principal.person.id, () => handler(checked));
  };
  const facts = { body: shape, query: asked, ...demand, open: false };
  return marked(answer, facts, (request) => demand.keyOnly === true || bearerOf(request) !== null);
}

/** As `guard`, for the few routes that work without a session. Anybody may call them, so their bodies are small. */
export function guardOpen<Body = Record<string, never>>(
  { body: shape, ...said }: OpenOptions<Body>,
  handler: (openRequest: Omit<GuardedRequest<Body>, "person" | "key">) => Promise<Response> | Response,
): Route {
  const answer: Answering = async (request, params) => {
    const read = await bodyOf(request, shape, maxOpenBodyBytes);
    if ("refused" in read) return read.refused;
    return handler({ body: read.body, params, query: new URL(request.url).searchParams, request });
  };
  return marked(answer, { body: shape, ...said, open: true }, () => false);
}

/**
 * As `guardOpen`, for what programs send that have no key yet, and are no pages: a body of their own kind, as it came.
 */
export function guardProgram(
  said: Description & { sends: string },
  handler: (sent: { request: Request; text: string }) => Promise<Response>,
): Route {
  const answer: Answering = async (request) => {
    const text = await readText(request, maxOpenBodyBytes);
    return typeof text === "string" ? handler({ request, text }) : text;
  };
  return marked(answer, { ...said, open: true }, () => true);
}

type Loose = Omit<RouteFacts, "body" | "query"> & {
  body?: z.ZodType<unknown> | undefined;
  query?: z.ZodType<unknown> | undefined;
};

type Answering = (request: Request, params: Record<string, string>) => Promise<Response>;

/** `isByKey`: whether the request shows a key, and the handler requires a key or a session. */
function marked(answer: Answering, { body, query, ...facts }: Loose, isByKey: (request: Request) => boolean): Route {
  const route: Route = async (request, context) => {
    try {
      const params = await context.params;
      const line = services().callers.lineOf(request);
      const refused =
        checkOrigin(request, services().access, { byKey: isByKey(request), arrival: facts.arrival ?? false }) ??
        checkAddress(request, params);
      const answered = refused ?? uncached(await onBehalfOf(line, () => answer(request, params)));
      // A 503 refuses nobody: the process says that it is not ready.
      if (answered.status !== 503) services().refused(request, answered.status);
      return answered;
    } catch (error) {
      return failed(request, error);
    }
  };
  const shapes = { ...(body === undefined ? {} : { body }), ...(query === undefined ? {} : { query }) };
  return Object.assign(route, { [mark]: { ...facts, ...shapes } satisfies RouteFacts });
}

/** Refuses U+0000 in the address: its parts are compared with texts in the store. */
function checkAddress(request: Request, params: Record<string, string>): Response | null {
  const said = [...new URL(request.url).searchParams].flat();
  return findNul([params, said]) === null ? null : nulProblem();
}

function queryOf<Query>(request: Request, shape: z.ZodType<Query> | undefined) {
  const search = new URL(request.url).searchParams;
  // A handler without a shape is typed for the raw query.
  return shape ? readQuery(search, shape) : { query: search as Query };
}

async function bodyOf<Body>(request: Request, shape: z.ZodType<Body> | undefined, most: number) {
  // A handler without a shape is typed for `{}`, the only body that `nothing` accepts.
  const expected = shape ?? (nothing as unknown as z.ZodType<Body>);
  if (carriesBody(request)) return readBody(request, expected, most);
  // Other methods have no body to check.
  return { body: {} as Body };
}

function carriesBody({ method }: Request): boolean {
  return ["POST", "PUT", "PATCH"].includes(method);
}

/** The store may have done the work, and only its reply was lost. */
const maybeDone =
  "The store does not answer at the moment. This may or may not have been done: look again before you repeat it.";

function failed(request: Request, error: unknown): Response {
  // Anybody can bring this about any number of times.
  if (error instanceof NoTurn) {
    services().refused(request, 503);
    return storeAway(request);
  }
  if (error instanceof TooMuchMade) {
    const minutes = Math.ceil(error.leftMs / 60_000);
    const detail = `You have made or changed more within an hour than one person may. It goes on in ${minutes} minutes.`;
    return problem("too-many", detail, undefined, {}, { afterMs: error.leftMs });
  }
  const id = randomUUID();
  const path = new URL(request.url).pathname;
  const failure = { id, method: request.method, path, error };
  const { log } = services();
  if (isStoreUnavailable(error)) {
    sayingAway(log)(failure);
    return storeAway(request);
  }
  log.error("request.failed", failure);
  // The cause stays in the log: messages of errors carry paths and statements (THREATS H4: no stacks in answers).
  return problem("internal", `Something went wrong here. The log has the details under ${id}.`);
}

type Failure = { id: string; method: string; path: string; error: unknown };
const sayings = new WeakMap<Log, (failure: Failure) => void>();

/** While the store is away everybody's requests fail, strangers' too (THREATS G16: full disks). */
function sayingAway(log: Log): (failure: Failure) => void {
  const known = sayings.get(log);
  if (known !== undefined) return known;
  const say = onceAMinute<Failure>((failure, more) => log.error("request.failed", { ...failure, more }));
  sayings.set(log, say);
  return say;
}

function storeAway({ method }: Request): Response {
  const isRead = method === "GET" || method === "HEAD";
  return problem("unavailable", isRead ? "The store does not answer at the moment. Try again." : maybeDone);
}

function uncached(response: Response): Response {
  if (!response.headers.has("cache-control")) response.headers.set("cache-control", "no-store");
  return response;
}
